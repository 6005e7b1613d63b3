import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { KEY_DAYS_MAX, KEY_SCOPES } from '#contract/keys/calls.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { accessTokens } from '#server/auth/access-tokens.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { migrate, openPostgres, openSqlite } from '#server/database/open.ts';
import { SEEDED } from '#server/database/seed/seed.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { insertKey } from '#server/features/keys/queries.ts';
import { insertWebhook } from '#server/features/webhooks/queries.ts';
import { CARD_KEYS, openCardsServer } from '#tests/support/cards-server.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { openFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { addClass, addParents, addStudents, type Student } from '#tests/support/faulty-school.ts';
import type { Cluster } from '#tests/support/postgres.ts';
import { residentMegabytes, type SchoolProcess, spawnSchool, stopSchool } from '#tests/support/process.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { openDisk } from './disk.ts';
import { openMailbox } from './mailbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const TOKEN_S = 24 * 3600;
const CLASSES = 60;
const SEATS = 100_000;
const FAMILIES = 400;
const LOOK_MS = 100;
const REPLACED_MS = 180_000;

export type World = Awaited<ReturnType<typeof makeWorld>>;
/** A person with what their calls are made by. */
export type Person = Student & { token: string };

/** How many handles a process has open, by what they are. */
export type Handles = { files: number; sockets: number; others: number };

/**
 * A school on a disk of its own, with the services that it asks, families, a teacher, an office and a program.
 * On PostgreSQL (`cluster`) two processes serve it.
 */
export async function makeWorld(cluster: Cluster | undefined) {
  const disk = openDisk();
  const mailbox = await openMailbox();
  const cards = await openCardsServer();
  const way = await openFaultyProxy(cards.url);
  const receiver = await openReceiver();
  const origin = `http://127.0.0.1:${cards.hooks.port}`;
  const env = {
    DATA_DIR: disk.folder,

    PORT: String(cards.hooks.port),
    RATE_LIMIT_FACTOR: '100000',
    STRIPE_BASE_URL: way.url,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'office@school.example',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    ...CARD_KEYS,
    ...(cluster && { DATABASE_URL: await makePostgresDatabase(cluster.url), WORKERS: '2' }),
  };
  const records = recordsOf(env);
  const people = await records((db) => stock(db, receiver.url));
  let school = await begin(env);

  return {
    ...people,
    disk,
    mailbox,
    cards,
    way,
    receiver,
    origin,
    env,
    records,
    /** The processes that serve. */
    serving: () => (cluster ? workersOf(school) : [school.process.pid ?? 0]),
    /** All of them. */
    all: () => [school.process.pid ?? 0, ...(cluster ? workersOf(school) : [])],
    /** Kills one that serves, and on PostgreSQL in turn the one that has started them; another takes its place. */
    async kill(turn: number) {
      const [victim = 0] = cluster && turn % 3 !== 2 ? workersOf(school) : [];
      if (victim) {
        process.kill(victim, 'SIGKILL');
        await replaced(school, (pids) => !pids.includes(victim));
        return;
      }
      school.process.kill('SIGKILL');
      await school.exited;
      school = await begin(env);
    },
    /** Replaces all one after the other, or the only one after it has finished what it was asked. */
    async roll() {
      if (cluster) {
        const before = workersOf(school);
        school.process.kill('SIGUSR2');
        await replaced(school, (pids) => !pids.some((pid) => before.includes(pid)));
      } else await this.restart();
    },
    async restart() {
      await this.stop();
      school = await begin(env);
    },
    /** Stops the school, which must end well. */
    async stop() {
      const code = await stopSchool(school);
      if (code !== 0) throw new Error(`The school ended with ${code}: ${school.printed().slice(-2000)}`);
    },
    async start() {
      school = await begin(env);
    },
    /** What the processes said of errors since the last start. */
    printed: () => school.printed(),
    async close() {
      school.process.kill('SIGKILL');
      await school.exited;
      await way.close();
      await cards.close();
      await mailbox.close();
      await receiver.close();
      disk.remove();
    },
  };
}

/** Starts the product; where its port is still held by one that was killed, again a moment later. */
async function begin(env: Record<string, string>): Promise<SchoolProcess> {
  for (let tries = 0; ; tries++) {
    const school = spawnSchool(env);
    try {
      await school.listening;
      return school;
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(LOOK_MS * 5);
    }
  }
}

type Records = <T>(look: (db: Kysely<AllTables>) => Promise<T>) => Promise<T>;

/** Looks into a school's records; on SQLite only while no process runs. */
export const recordsOf =
  (env: { DATA_DIR: string; DATABASE_URL?: string }): Records =>
  async (look) => {
    const { db, close } = env.DATABASE_URL
      ? openPostgres<AllTables>(env.DATABASE_URL, { onCut: () => {} })
      : openSqlite<AllTables>(env.DATA_DIR);
    return look(db).finally(close);
  };

/** Fills new records with people and what they deal with. */
async function stock(db: Kysely<AllTables>, receiver: string) {
  for (const tables of TABLES) await migrate(db, tables);
  // Its people are made here: without the mark a start would refuse them as a real school's.
  await db.insertInto('settings').values({ key: SEEDED, value: '0' }).execute();
  const tokens = accessTokens({ keys: tokenKeys(db, Date.now), now: Date.now, lifetimeS: TOKEN_S });
  const signedIn = async (people: readonly Student[]): Promise<Person[]> =>
    Promise.all(people.map(async (one) => ({ ...one, token: await tokens.issue(one) })));
  const families = await signedIn(await addParents(db, FAMILIES, 1));
  const [admin] = await signedIn(await addStudents(db, 1, 'admin'));
  const [teacher] = await signedIn(await addStudents(db, 1, 'instructor'));
  if (!admin || !teacher) throw new Error('There are no people.');
  await db.updateTable('users').set({ emailverified: 1 }).execute();
  const classes: string[] = [];
  while (classes.length < CLASSES) classes.push(await addClass(db, SEATS));
  const day = new Date().toISOString().slice(0, 10);
  const { _id: lesson } = await addLesson(db, { classid: classes[0] ?? '', day, teacherid: teacher.userid });
  const now = Date.now();
  const { secret, ...key } = newApiKey();
  const own = { ownerid: admin.userid, until: now + (KEY_DAYS_MAX - 1) * DAY_MS, now };
  const scopes = KEY_SCOPES.filter((scope) => scope.includes(':'));
  await insertKey(db, { ...key, ...own, name: 'Website sync', scopes, addresses: [] });
  const webhook = { url: receiver, secret: `whsec_${Buffer.from('soak').toString('base64')}` };
  await insertWebhook(db, { ...webhook, events: [...WEBHOOK_EVENTS], ownerid: admin.userid, now });
  return { families, admin, teacher, classes, lesson, secret };
}

function workersOf(school: SchoolProcess): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(school.process.pid)], { encoding: 'utf8' });
    return found.split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Waits until two serve, and are other ones. */
async function replaced(school: SchoolProcess, isDone: (pids: readonly number[]) => boolean) {
  for (const until = Date.now() + REPLACED_MS; Date.now() < until; await sleep(LOOK_MS)) {
    const pids = workersOf(school);
    if (pids.length === 2 && isDone(pids)) return;
  }
  throw new Error('No other process took the place.');
}

/** Megabytes that these processes hold together; undefined where one of them is gone. */
export function megabytesOf(pids: readonly number[]): number | undefined {
  try {
    return pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0);
  } catch {
    return undefined;
  }
}

/** What these processes have open together. */
export function handlesOf(pids: readonly number[]): Handles {
  const handles = { files: 0, sockets: 0, others: 0 };
  for (const pid of pids)
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      try {
        const to = readlinkSync(`/proc/${pid}/fd/${fd}`);
        if (to.startsWith('/')) handles.files += 1;
        else if (to.startsWith('socket:')) handles.sockets += 1;
        else handles.others += 1;
      } catch {
        // Closed meanwhile.
      }
    }
  return handles;
}
