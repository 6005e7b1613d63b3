import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '#tests/support/postgres.ts';
import { callsTo } from './calls.ts';
import { type Done, openFaults } from './faults.ts';
import { type Moment, type Trend, trendOf } from './level.ts';
import { startTraffic, type Told } from './traffic.ts';
import {
  countDatabaseConnections,
  countRepeated,
  findFaultsOfBackup,
  findIll,
  findLost,
  findOtherTables,
  findStaleCopies,
  findUnsent,
  findWrongBooks,
  finishAll,
} from './verdict.ts';
import { type Handles, handlesOf, makeWorld, megabytesOf } from './world.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 2000;
/**
 * Of the time: how long faults end processes, how long the new ones settle (for half an hour V8 still compiles what is
 * used), and how long they are looked at.
 */
const SHARES = { rage: 3 / 8, settle: 2 / 8, look: 3 / 8 };
/** The most from one fault to the next; in a short soak less, and each comes once. */
const EVERY_MS = 40_000;
/** Until connections that nobody asks on are closed on both sides. */
const IDLE_MS = 100_000;

/** What a soak has counted and found. */
export type Outcome = {
  asked: number;
  unanswered: number;
  refused: number;
  failed: string[];
  done: Done;
  disk: string;
  enrolled: number;
  written: number;
  lost: string[];
  wrongBooks: string[];
  unsent: string[];
  mails: number;
  repeatedMails: number;
  messages: number;
  copies: number;
  staleCopies: string[];
  ill: string[];
  backup: { missing: string[]; ill: string[] } | undefined;
  otherTables: string[];
  trend: Trend;
  /** What is open after all callers have left, beyond what a new process has open that was asked the same. */
  left: Handles;
};

/**
 * Lets a school be used for so many minutes while its processes die and what it needs goes away, and looks at what
 * has become of it. On SQLite with one process, on a `cluster` with two.
 */
export async function soak(minutes: number, cluster?: Cluster): Promise<Outcome> {
  const world = await makeWorld(cluster);
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-soak-'));
  const calls = callsTo(world.origin);
  try {
    const began = Date.now();
    const at = (share: number) => began + share * minutes * MINUTE_MS;
    const traffic = await startTraffic(world, calls);
    const faults = openFaults(world, { told: traffic.told, folder });
    const everyOf = (share: number, kinds: number) =>
      Math.min(EVERY_MS, (share * minutes * MINUTE_MS) / (kinds + 1));
    const raging = { until: at(SHARES.rage), every: everyOf(SHARES.rage, faults.kinds.deadly) };
    await Promise.race([faults.rage(raging), traffic.running]);
    await Promise.race([sleep(Math.max(0, at(1 - SHARES.look) - Date.now())), traffic.running]);
    const looking = look(world, at(1));
    const disturbing = { until: at(1), every: everyOf(SHARES.look, faults.kinds.mild) };
    await Promise.race([faults.disturb(disturbing), traffic.running]);
    const moments = await looking;
    await traffic.stop();
    const staleCopies = await findStaleCopies(world, traffic.copy);
    calls.close();

    const left = minutes < 5 ? { files: 0, sockets: 0, others: 0 } : await handlesLeft(world, traffic.told);
    await finishAll(world);
    const { told } = traffic;
    const kind = { env: world.env, cluster };
    const [last] = faults.done.backups.slice(-1);
    return {
      ...calls.counts,
      done: faults.done,
      disk: world.disk.by,
      enrolled: told.enrolled.size + told.cancelled.size,
      written: told.placed.size + told.families.size + told.charges.size + told.movements.size,
      lost: await world.records((db) => findLost(db, told)),
      wrongBooks: await world.records((db) => findWrongBooks(db, world)),
      unsent: await world.records((db) => findUnsent(db, world)),
      mails: new Set(world.mailbox.taken).size,
      repeatedMails: countRepeated(world),
      messages: world.receiver.received.length,
      copies: traffic.copies(),
      staleCopies,
      ill: await findIll(world.env),
      backup: last && (await findFaultsOfBackup(kind, last)),
      otherTables: await findOtherTables(kind, folder),
      trend: trendOf(moments),
      left,
    };
  } finally {
    calls.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** What the processes that serve hold, until a moment. */
async function look(world: World, until: number): Promise<Moment[]> {
  const moments: Moment[] = [];
  for (const began = Date.now(); Date.now() < until; await sleep(LOOK_MS)) {
    const megabytes = megabytesOf(world.serving());
    if (megabytes !== undefined) moments.push({ seconds: (Date.now() - began) / 1000, megabytes });
  }
  return moments;
}

/** What is open long after all callers have left, less what is open in new processes that did a little of the same. */
async function handlesLeft(world: World, told: Told): Promise<Handles> {
  await sleep(IDLE_MS);
  const old = await handlesNow(world);
  await world.restart();
  const calls = callsTo(world.origin);
  const traffic = await startTraffic(world, calls, told);
  await sleep(LOOK_MS * 5);
  await traffic.stop();
  calls.close();
  await sleep(IDLE_MS);
  const fresh = await handlesNow(world);
  const beyond = (kind: keyof Handles) => Math.max(0, old[kind] - fresh[kind]);
  return { files: beyond('files'), sockets: beyond('sockets'), others: beyond('others') };
}

/** What is open but for connections to the database, which are kept: a pool has as many as were needed at once. */
async function handlesNow(world: World): Promise<Handles> {
  const handles = handlesOf(world.serving());
  return { ...handles, sockets: handles.sockets - (await countDatabaseConnections(world.env)) };
}
