import { REGISTERS_SHOWN } from '#contract/registers/calls.ts';
import { TODAY_SHOWN } from '#contract/reports/calls.ts';
import { addRegisters, LESSONS_A_WEEK } from './measure/registers.ts';
import { type Call, compareCall, DATABASES, withKept } from './measure/schools.ts';
import { type Bench, NO_GOAL, type Row } from './measure/section.ts';

const WEEKS = { small: 1, large: 52 };

/** What a teacher, a family and the office ask for. */
const CALLS: readonly Call[] = [
  { by: 'instructor', path: () => `/registers?limit=${REGISTERS_SHOWN}` },
  { by: 'instructor', path: ({ lesson }) => `/lessons/${lesson}/register` },
  {
    by: 'instructor',
    method: 'PUT',
    path: ({ lesson }) => `/lessons/${lesson}/register`,
    body: ({ attending: learnerid }) => {
      const now = Date.now();
      const state = now % 2 === 0 ? 'present' : 'late';
      return { marks: [{ learnerid, state, markedat: new Date(now).toISOString() }] };
    },
    limitedBy: 'one transaction, on the disk before its answer',
  },
  {
    by: 'student',
    path: ({ learnerid }) => `/attendance/${learnerid}`,
    limitedBy:
      'a class of the demo meets six times a week here: the answer names 1 000 lessons, the most that it does',
  },
  { by: 'student', path: ({ monday }) => `/week?from=${monday}` },
  { by: 'admin', path: () => `/registers?limit=${REGISTERS_SHOWN}` },
  {
    by: 'admin',
    path: () => `/today?limit=${TODAY_SHOWN}`,
    limitedBy: 'the lessons of the whole day are counted, those at work named',
  },
];

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const database of DATABASES)
    await withKept(database, async (start) => {
      const tables: Record<keyof typeof WEEKS, Awaited<ReturnType<typeof addRegisters>>> = {
        small: [],
        large: [],
      };
      const open = (size: keyof typeof WEEKS) =>
        start(`registers${WEEKS[size]}`, {
          size: 'demo',
          fill: async (env, was) => {
            tables[size] = await addRegisters(env, WEEKS[size], was);
          },
        });
      const schools = { small: await open('small'), large: await open('large') };
      for (const call of CALLS) rows.push(await compareCall(database, call, schools));
      tables.large.forEach(({ table, rows: count, bytes }, at) => {
        const before = tables.small[at];
        const grown = bytes - (before?.bytes ?? 0);
        const added = count - (before?.rows ?? 0);
        rows.push({
          what: `table \`${table}\` with its indexes, ${database}`,
          ours: `${(bytes / 1e6).toFixed(1)} MB, ${count} rows`,
          reference: `${((before?.bytes ?? 0) / 1e6).toFixed(1)} MB, ${before?.rows} rows`,
          goal: NO_GOAL,
          isMet: true,
          limitedBy: `${Math.round(grown / Math.max(1, added))} bytes a row`,
        });
      });
    });
  return {
    title: 'A year of registers',
    method: `What teachers, families and the office ask for where registers are taken, over HTTP, in turn at the demo school with a year of them, ${LESSONS_A_WEEK} lessons a week, and at the same with their first week: the time that 99 of 100 calls keep below, and what the tables take on the disk. In a hundred marks three are late and eight absent, five of them with notice.`,
    rows,
  };
};
export default bench;
