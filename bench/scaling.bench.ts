import { cpus } from 'node:os';
import { pay, record, rush, type Shop, wishesFor } from '#tests/support/enrolling.ts';
import { type Waits, watchLocks } from './measure/locks.ts';
import { cpuMicroseconds, type Server } from './measure/process.ts';
import { type Bench, NO_GOAL, type Row } from './measure/section.ts';
import { makeRecords, serve, shopAt, stock } from './measure/shop.ts';

const PROCESSES = [1, 2, 4, 8];
/** By how many of 100 moments more than one process many may wait for each other. */
const MORE_WAITS = 2;
const WARM_UP = 96;
const ENROLMENTS = 512;
const READS = 4000;

/** What so many processes do in a second, and the processor time that each costs them all together. */
type Figure = { rate: number; cpuMs: number };
type Figures = Readonly<Record<'enrolling' | 'reading' | 'visiting', Figure>> & {
  /** While students enrol. */
  waits: Waits;
  locking: number | undefined;
};

const WHAT = {
  enrolling: 'an enrolment',
  reading: 'what a student is enrolled in',
  visiting: 'a page of the public list, as JSON',
} as const;

const bench: Bench = async () => {
  const measured: { count: number; figures: Figures }[] = [];
  for (const count of PROCESSES) measured.push({ count, figures: await measure(count) });
  const [{ figures: one } = { figures: undefined }] = measured;
  const rows = (['enrolling', 'reading', 'visiting'] as const).flatMap((what) =>
    measured.map(({ count, figures }): Row => {
      const [ours, alone] = [figures[what], one?.[what]];
      return {
        what: `${WHAT[what]}, ${count === 1 ? 'one process' : `${count} processes`}`,
        ours: textOf(ours),
        reference: alone ? `one process: ${textOf(alone)}` : '',
        ratio: alone && ours.rate / alone.rate,
        goal: NO_GOAL,
        isMet: true,
        limitedBy: `the ${cpus().length} cores of this machine, which processes, PostgreSQL and the callers share`,
      };
    }),
  );
  rows.push(...measured.flatMap(({ count, figures }) => lockRows(count, figures, one ?? figures)));
  return {
    title: 'Several processes on one PostgreSQL',
    method:
      'Separate starts on one PostgreSQL 15 that keeps all it acknowledges, 16 callers at once who turn to each in turn, all on this machine. Held against one process. The CPU is that of the processes alone.',
    rows,
  };
};
export default bench;

const lockRows = (count: number, { waits, locking }: Figures, alone: Figures): Row[] => {
  const processes = count === 1 ? 'one process' : `${count} processes`;
  const waitsOf = ({ own, shared, log, server }: Waits) =>
    `${own.toFixed(1)} for the same order or class; ${shared.toFixed(1)} for another row, ${log.toFixed(1)} for the log, ${server.toFixed(1)} for another lock`;
  const inCommon = ({ shared, log, server }: Waits) => shared + log + server;
  return [
    {
      what: `of 100 moments of a statement, those that it waits for another, while students enrol, ${processes}`,
      ours: waitsOf(waits),
      reference: `one process: ${waitsOf(alone.waits)}`,
      goal: `what all have in common ≤ ${MORE_WAITS} more than one process`,
      isMet: inCommon(waits) <= inCommon(alone.waits) + MORE_WAITS,
      limitedBy:
        'PostgreSQL’s log, which all write; and the row of an order, where the card service tells one process what the payer tells another',
    },
    ...(locking === undefined || alone.locking === undefined
      ? []
      : [
          {
            what: `of the machine’s processor time, what functions of locks take, by \`perf\`, ${processes}`,
            ours: `${locking.toFixed(1)} %`,
            reference: `one process: ${alone.locking.toFixed(1)} %`,
            goal: NO_GOAL,
            isMet: true,
            limitedBy: 'Linux’s own of connections and of the log’s file, and PostgreSQL’s',
          },
        ]),
  ];
};

const textOf = ({ rate, cpuMs }: Figure) => `${rate.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms CPU`;

async function measure(count: number): Promise<Figures> {
  const records = await makeRecords('postgres');
  const servers: Server[] = [];
  try {
    const stocked = await stock(records, { students: 64, classes: 64 });
    for (let n = 0; n < count; n++) servers.push(await serve(records));
    const shops = servers.map((server) => shopAt(server, stocked));
    const wishes = wishesFor({ ...stocked, call: async () => ({}) }, stocked.classes).slice(
      0,
      WARM_UP + ENROLMENTS,
    );
    const enrol = (wish: (typeof wishes)[number], shop: Shop) =>
      pay(shop, wish).then((paid) => record(shop, paid));
    const read = ({ student: { email, token } }: (typeof wishes)[number], { call }: Shop) =>
      call('GET', `/api/enrolledclasses/${email}`, { token });
    const visit = (_: unknown, { call }: Shop) => call('GET', '/api/classes/page');
    await timed(servers, shops, wishes.slice(0, WARM_UP), enrol);
    const asked = Array.from(
      { length: READS },
      (_, at) => wishes[at % wishes.length] as (typeof wishes)[number],
    );
    const { done: enrolling, ...locks } = await watchLocks(records.databaseUrl ?? '', () =>
      timed(servers, shops, wishes.slice(WARM_UP), enrol),
    );
    return {
      enrolling,
      ...locks,
      reading: await timed(servers, shops, asked, read),
      visiting: await timed(servers, shops, asked, visit),
    };
  } finally {
    for (const { stop } of servers) await stop();
    await records.remove();
  }
}

/** Does `work` for every item at one process after the other. */
async function timed<T>(
  servers: readonly Server[],
  shops: readonly Shop[],
  items: readonly T[],
  work: (item: T, shop: Shop) => Promise<unknown>,
): Promise<Figure> {
  const used = () => servers.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0);
  const turns = items.map((item, at) => ({ item, shop: shops[at % shops.length] as Shop }));
  const before = used();
  const seconds = await rush(turns, ({ item, shop }) => work(item, shop));
  return { rate: items.length / seconds, cpuMs: (used() - before) / items.length / 1000 };
}
