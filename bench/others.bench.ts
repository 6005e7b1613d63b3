import { callsOfScreens } from './measure/role-calls.ts';
import { type Call, DATABASES, type DatabaseName, LARGE, type Opened, withKept } from './measure/schools.ts';
import type { Bench, Row } from './measure/section.ts';

/** How long a call is made again and again while another person asks for little. */
const ASKED_FOR_MS = 700;
/** What takes longer is given up then, as a reader who goes away does. */
const PATIENCE_MS = 2000;
const WAIT_MAX_MS = 100;

const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** What no screen reads at once, but an account with the right may ask for. */
const LONG: readonly Call[] = [
  { by: 'admin', path: () => '/reports/payments.csv' },
  { by: 'admin', path: () => '/users' },
  { path: () => `/timetable?from=${dayOf(-61)}&to=${dayOf(0)}` },
];

type Waited = { call: string; ms: number[] };

const part = (ms: number[], of: number) =>
  ms.toSorted((one, other) => one - other)[Math.ceil(of * ms.length) - 1] ?? 0;

/** Makes a call again and again; gives what another person waited meanwhile. */
async function waitBeside(school: Opened, call: Call): Promise<number[]> {
  const watcher = await school.watch();
  const until = performance.now() + ASKED_FOR_MS;
  for (let time = 0; performance.now() < until; time++)
    await school.ask(call, time, { patienceMs: PATIENCE_MS });
  const took = await watcher.take();
  await watcher.close();
  return took;
}

function rowOf(database: DatabaseName, what: string, waited: readonly Waited[]): Row {
  const all = waited.flatMap(({ ms }) => ms);
  const [slowest] = waited.toSorted((one, other) => part(other.ms, 0.99) - part(one.ms, 0.99));
  const most = part(slowest?.ms ?? [], 0.99);
  return {
    what: `${what}, ${database}`,
    ours: `${part(all, 0.99).toFixed(0)} ms; beside the slowest, \`${slowest?.call}\`, ${most.toFixed(0)} ms`,
    reference: `${part(all, 0.5).toFixed(0)} ms, half of them`,
    goal: `≤ ${WAIT_MAX_MS} ms`,
    isMet: most <= WAIT_MAX_MS,
    limitedBy: 'what a call computes in one go; on two cores the database and who asks need theirs, too',
  };
}

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const database of DATABASES)
    await withKept(database, async (start) => {
      const school = await start('large', { size: 'large' });
      const screens: Waited[] = [];
      const long: Waited[] = [];
      for (const call of callsOfScreens())
        if (school.knows(call))
          screens.push({ call: school.nameOf(call), ms: await waitBeside(school, call) });
      for (const call of LONG) long.push({ call: school.nameOf(call), ms: await waitBeside(school, call) });
      rows.push(rowOf(database, `beside each of ${screens.length} reads of screens`, screens));
      rows.push(rowOf(database, 'beside what takes long', long));
    });
  return {
    title: 'What others wait for meanwhile',
    method: `One person makes a call again and again, and another, from a thread of their own, reads the devices at which they are signed in: how long that takes, 99 of 100 times, at ${LARGE}. One process; every call by which a screen reads, as each role that may make it, and what takes longest.`,
    rows,
  };
};
export default bench;
