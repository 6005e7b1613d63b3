import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestFleet, type TestFleet } from '#tests/support/fleet.ts';
import { cpuMicroseconds } from './measure/process.ts';
import { type Bench, NO_GOAL, type Row } from './measure/section.ts';

const SCHOOLS = Number(process.env.FLEET_SCHOOLS ?? 20);
const WAKES = 10;
const WAKE_GOAL_MS = 3000;
const STILL_MS = 60_000;

const MB = 1024 * 1024;
const halfOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Megabytes of a process: resident, and its share of what it has in common with others. Linux only. */
function memoryOf(pid: number): { resident: number; share: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024;
  return { resident: of('Rss'), share: of('Pss') };
}

const row = (what: string, ours: string, reference: string, limitedBy: string): Row => ({
  what,
  ours,
  reference,
  goal: NO_GOAL,
  isMet: true,
  limitedBy,
});

/** Milliseconds from a visitor's connection to the answer of a sleeping school, and of processor time. */
async function wake(fleet: TestFleet, name: string, path: string): Promise<{ wall: number; cpu: number }> {
  await fleet.units.systemctl('stop', `cadenza@${name}.service`);
  const { ms, status } = await fleet.ask(name, path);
  if (status !== 200) throw new Error(`${path} is ${status}.`);
  return { wall: ms, cpu: cpuMicroseconds(fleet.units.pidOf(name) ?? 0) / 1000 };
}

async function timed(work: () => Promise<{ code: number | null; err: string }>): Promise<number> {
  const began = performance.now();
  const { code, err } = await work();
  if (code !== 0) throw new Error(err);
  return (performance.now() - began) / 1000;
}

async function measure(fleet: TestFleet) {
  const names = Array.from({ length: SCHOOLS }, (_, n) => `school-${n + 1}`);
  const making: number[] = [];
  const settings = `${fleet.folder}/awake`;
  writeFileSync(settings, 'CARD_SANDBOX=on\nIDLE_EXIT_S=86400\n');
  for (const name of names) making.push(await timed(() => fleet.make(name, '--settings', settings)));
  for (const name of names) await fleet.open(name);
  const [first = ''] = names;

  const wakes: { wall: number; cpu: number }[] = [];
  for (let n = 0; n < WAKES; n++) wakes.push(await wake(fleet, first, '/classes'));
  for (const name of names) await fleet.ask(name, '/classes');
  const pids = names.map((name) => fleet.units.pidOf(name) ?? 0);
  const before = sumOf(pids.map(cpuMicroseconds));
  await sleep(STILL_MS);
  const memories = pids.map(memoryOf);
  const still = (sumOf(pids.map(cpuMicroseconds)) - before) / 1000 / SCHOOLS;

  const listed = JSON.parse((await fleet.run('list', '--json')).out) as { schools: { bytes: number }[] };
  const folder = `${fleet.folder}/backups`;
  const backing = await timed(() => fleet.run('backup', '--to', folder));
  // As they are most of the time.
  for (const name of names) await fleet.units.systemctl('stop', `cadenza@${name}.service`);
  const listing = await timed(() => fleet.run('list'));
  const upgrading = await timed(() => fleet.run('upgrade', '--to', fleet.releases.next, '--wave', '2'));
  return {
    making,
    wakes,
    memories,
    still,
    bytes: listed.schools.map(({ bytes }) => bytes),
    backing,
    listing,
    upgrading,
  };
}

const bench: Bench = async () => {
  const fleet = await openTestFleet();
  const found = await measure(fleet).finally(fleet.close);
  const { wakes, memories, making, still, bytes, backing, listing, upgrading } = found;
  const walls = wakes.map(({ wall }) => wall);
  const slowest = Math.max(...walls);
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const each = (value: number) => `${(value / SCHOOLS).toFixed(1)} s`;
  return {
    title: 'Many schools on one machine',
    method: `${SCHOOLS} schools on SQLite, each of one admin, by a release's own start script, their sockets held by the stand-in for systemd of the tests. A school is woken by a request of its class list, and its answer waited for; memory and processor time of all are those of the minute after their first page, without a visitor.`,
    rows: [
      {
        what: 'a page of a school that sleeps',
        ours: `half ${halfOf(walls).toFixed(0)} ms, slowest of ${WAKES} ${slowest.toFixed(0)} ms`,
        reference: `${halfOf(wakes.map(({ cpu }) => cpu)).toFixed(0)} ms of processor time`,
        goal: `≤ ${WAKE_GOAL_MS} ms`,
        isMet: slowest <= WAKE_GOAL_MS,
        limitedBy:
          'the evaluation of modules: a release keeps nothing compiled, since its folder is never written',
      },
      row(
        'memory of a school that runs',
        `${(sumOf(memories.map(({ share }) => share)) / SCHOOLS).toFixed(0)} MB each of ${SCHOOLS}`,
        `${halfOf(memories.map(({ resident }) => resident)).toFixed(0)} MB resident; the rest of it they share`,
        'what V8 has alive, and the allocator’s; one that sleeps has no process',
      ),
      row(
        'processor time of a school that runs and that no visitor asks',
        `${still.toFixed(0)} ms a minute`,
        `of two cores’ 120,000 ms`,
        'jobs that look for what is due each second or two',
      ),
      row(
        'disk of a school',
        `${(halfOf(bytes) / MB).toFixed(1)} MB`,
        'without pictures and files',
        'empty tables and their indexes',
      ),
      row(
        '`fleet make`',
        `${seconds(halfOf(making))} each`,
        `${SCHOOLS} schools`,
        'a first start, with a password’s hash',
      ),
      row(
        '`fleet list`',
        seconds(listing),
        `${each(listing)} each, all asleep`,
        'a question to systemd for each',
      ),
      row('`fleet backup`', seconds(backing), `${each(backing)} each`, 'a process for each'),
      row(
        '`fleet upgrade --wave 2`, with a migration',
        seconds(upgrading),
        `${each(upgrading)} each`,
        'a stop, a backup and a start for each, two at a time on two cores',
      ),
    ],
  };
};
export default bench;
