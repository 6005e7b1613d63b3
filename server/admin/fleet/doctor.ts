import { ANY_NAMES, type FleetCommand } from '#server/admin/command.ts';
import type { Finding } from '#server/admin/findings.ts';
import { findSchools, releaseOf, type SchoolFolder } from './folders.ts';
import { faultOf, type Outcome, resultOf } from './outcomes.ts';
import { adminIn, type Env } from './run-school.ts';

type Examined = Outcome & { findings: Finding[] };

export const doctorAll: FleetCommand = {
  name: 'fleet doctor',
  takes: [ANY_NAMES],
  summary: 'Looks whether all schools, or those named, are as they should be',
  help: [
    'Runs doctor of the release of each school with its settings, one after the other, whether the school runs or sleeps, and says what is wrong or worth knowing.',
    'It changes nothing, and ends with 1 where something is wrong in one of them.',
  ],
  async run({ root, env }, names) {
    const examined: Examined[] = [];
    for (const school of findSchools(root, names)) examined.push(await examine(school, env));
    const result = resultOf(examined);
    const lines = examined.flatMap(({ findings }, at) => [
      result.lines[at] ?? '',
      ...findings.flatMap(({ about, state, says, remedy }) =>
        state === 'fine'
          ? []
          : [`       ${state} ${about}: ${says}`, ...(remedy ? [`         → ${remedy}`] : [])],
      ),
    ]);
    return { ...result, lines };
  },
};

async function examine(school: SchoolFolder, env: Env): Promise<Examined> {
  const { name } = school;
  try {
    const args = ['doctor'];
    const { findings } = await adminIn<{ findings: Finding[] }>(school, releaseOf(school), args, env);
    const wrong = findings.filter(({ state }) => state === 'wrong').length;
    const notes = findings.filter(({ state }) => state === 'note').length;
    return { name, ok: wrong === 0, says: `${wrong} wrong, ${notes} worth knowing`, findings };
  } catch (error) {
    return { name, ok: false, says: faultOf(error), findings: [] };
  }
}
