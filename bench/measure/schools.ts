import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Role } from '#contract/endpoint.ts';
import { addDays } from '#contract/time/days.ts';
import { type SchoolSize, SIZES } from '#server/database/seed/growth/sizes.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { residentMegabytes, spawnSchool, stopSchool } from '#tests/support/process.ts';
import type { Row } from './section.ts';
import { type Watch, watch } from './watch.ts';

/*
 * A small school and a large one, as `npm run seed -- --size` makes them, on either database: made once and
 * kept, since that takes a quarter of an hour; to have them made again, remove the folders.
 */

const ROOT = join(import.meta.dirname, '..', '..');
/** No build takes them away there, and PostgreSQL may come there as a user without rights of its own. */
const KEPT = {
  SQLite: join(tmpdir(), 'cadenza-bench-sqlite'),
  PostgreSQL: join(tmpdir(), 'cadenza-bench-postgres'),
};

const told = ({ classes, users, enrolments }: SchoolSize) =>
  [classes, users, enrolments].map((count) => count.toLocaleString('en').replaceAll(',', ' '));
const [classes, users, enrolments] = told(SIZES.large);
/** How large the schools are. */
export const LARGE = `a school of ${classes} classes, ${users} users and ${enrolments} enrolments with two years of invoices and registers`;
export const BOTH = `${LARGE}, and at a small one of ${told(SIZES.small).join(', ')}`;

export const DATABASES = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseName = (typeof DATABASES)[number];
type Size = keyof typeof SIZES;
/** The two that are held against each other, by what they are called in a row. */
type Pair = Record<'small' | 'large', Opened>;
type Env = Record<string, string>;

/** Fills the records that the environment names. */
async function seed(size: Size, env: Env) {
  const child = spawn(process.execPath, ['server/seed.ts', '--size', size], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`A ${size} school could not be seeded.`);
}

type Kept = { folder: string; env: Env; size: Size };

/** Seeds once: a mark says that it came to its end. */
async function keep(name: string, { folder, env, size }: Kept): Promise<Env> {
  const mark = join(folder, `${name}.whole`);
  const whole = { ...env, DATA_DIR: join(folder, name) };
  if (existsSync(mark)) return whole;
  rmSync(whole.DATA_DIR, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await seed(size, whole);
  writeFileSync(mark, '');
  return whole;
}

async function makeDatabase(url: string, name: string, { isKept }: { isKept: boolean }) {
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  if (!isKept) await client.query(`drop database if exists ${name}`);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
}

/** Who asks, and what a path may speak of. */
export type Things = {
  student: string;
  instructor: string;
  admin: string;
  /** The most attended class on the list. */
  class: string;
  enrolment: string;
  lastMonth: string;
  /**
   * A class at which a page begins, another for each time, so that no answer is a kept one; where they run
   * out, nobody: the first page.
   */
  place: string;
  /** A class with free seats, in which the student is not, another for each time while there are more. */
  openClass: string;
  learnerid: string;
  /** The room in which most is held this week, and a Monday of another week for each time. */
  room: string;
  monday: string;
  /** The last day of that week. */
  sunday: string;
  /** A lesson of the instructor's today and who is in it; empty where there is none. */
  lesson: string;
  attending: string;
} & Partial<Found>;

/** What is looked up where a school has it: the first of a list. */
type Found = {
  /** The account of the student. */
  family: string;
  teacherid: string;
  post: string;
  /** Of the instructor. */
  ownClass: string;
  ownPost: string;
  message: string;
  invoice: string;
  recital: string;
  /** A class that is reviewed. */
  review: string;
};
export type Call = {
  by?: Role;
  method?: 'GET' | 'POST' | 'PUT';
  /** None where the school lacks what it speaks of. */
  path: (things: Things) => string | undefined;
  /** What it is called in a row, instead of its path. */
  name?: string;
  body?: (things: Things) => object;
  /** Takes back what a call has done, past the clock. */
  undo?: (answer: { insertedId: string }) => string;
  limitedBy?: string;
};

type Asked = { ms: number; bytes: number };
export type Opened = {
  /** Whether the school has what a call speaks of. */
  knows(call: Call): boolean;
  /** With `patienceMs` it gives up a call that takes longer, as a reader who goes away does. */
  ask(call: Call, time: number, how?: { patienceMs?: number }): Promise<Asked>;
  /** What a call is called in a row. */
  nameOf(call: Call): string;
  /** Lets a student ask for little until it is closed. */
  watch(): Promise<Watch>;
  /** The bytes of a page as HTML, without the stylesheet inside it. */
  weigh(path: string): Promise<number>;
  residentMb(): number;
  close(): Promise<unknown>;
};

/**
 * How often each call is made: of a hundred, the time that 99 keep below would be that of the one that was
 * disturbed most.
 */
export const TIMES = 400;

const bodyOf = async (answer: Response) => JSON.parse(await answer.text());
const emailOf = (role: Role) => DEMO_ACCOUNTS.find((account) => account.role === role)?.email ?? '';

/** Signs one of each role in; gives their access tokens. */
async function signIn(url: string): Promise<Map<string, string>> {
  const { identity } = await bodyOf(await fetch(`${url}/config.json`));
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    return bodyOf(await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const tokens = new Map<string, string>();
  for (const { email, role } of DEMO_ACCOUNTS) {
    const proof = { email, password: DEMO_PASSWORD, returnSecureToken: true };
    const accounts = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${identity.apiKey}`;
    const { idToken } = await post(accounts, proof);
    await post('/api/users', { email }, idToken);
    tokens.set(role, (await post('/api/jwt', { email }, idToken)).token);
  }
  return tokens;
}

type ClassPage = { items: { _id: string }[]; next: string | null };

/** Every class on the list, by the admins' pages, of which none is a kept answer. */
async function findOffered(read: (path: string) => Promise<ClassPage>) {
  const path = '/classes/search?status=approved';
  const pages = [await read(path)];
  for (let last = pages[0]; last?.next; last = pages.at(-1))
    pages.push(await read(`${path}&after=${last.next}`));
  return pages.flatMap(({ items }) => items);
}

async function open(env: Env): Promise<Opened> {
  const school = spawnSchool(env);
  try {
    return await openedOf(school);
  } catch (error) {
    await stopSchool(school);
    throw error;
  }
}

async function openedOf(school: ReturnType<typeof spawnSchool>): Promise<Opened> {
  const url = await school.listening;
  const tokens = await signIn(url);
  const send = async (
    path: string,
    {
      by,
      method = 'GET',
      body,
      signal,
    }: Pick<Call, 'by' | 'method'> & { body?: object; signal?: AbortSignal },
  ) => {
    const headers: Env = {
      ...(by && { authorization: `Bearer ${tokens.get(by)}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body), signal });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const get = (path: string, by?: Role) => send(path, { by });
  const read = async (path: string, by?: Role) => bodyOf(await get(`/api${path}`, by));
  const all = await findOffered((page) => read(page, 'admin'));
  const every = Math.max(1, Math.floor(all.length / TIMES));
  const enrolled: { _id: string; classid: string }[] = await read(
    `/enrolledclasses/${emailOf('student')}`,
    'student',
  );
  const day: { lessons: { _id: string; learners: number }[] } = await read('/registers', 'instructor');
  const fullest = day.lessons.toSorted((one, other) => other.learners - one.learners)[0];
  const lesson = fullest?._id ?? '';
  const register = fullest && (await read(`/lessons/${lesson}/register`, 'instructor'));
  const attending: string = register?.rows[0]?.learnerid ?? '';
  const things = {
    ...(await findThings(read)),
    student: emailOf('student'),
    instructor: emailOf('instructor'),
    admin: emailOf('admin'),
    class: (await read('/classes/page?sort=popularity')).items[0]._id,
    enrolment: enrolled[0]?._id ?? '',
    lastMonth: new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7),
    learnerid: (await read('/learners', 'student'))[0]._id,
    room: await findBusyRoom(read),
    lesson,
    attending,
  };
  const openClasses = (await read('/classes/page?open=1')).items.filter(
    ({ _id }: { _id: string }) => !enrolled.some(({ classid }) => classid === _id),
  );
  const named = (time: number): Things => {
    const place = all[time * every]?._id ?? `nobody-${time}`;
    const openClass = openClasses[(time + WARM_UP) % openClasses.length]?._id ?? '';
    const monday = mondayOf(time % 10);
    return { ...things, place, openClass, monday, sunday: addDays(monday, 6) };
  };
  return {
    knows: ({ path }) => path(named(0)) !== undefined,
    nameOf: ({ name, path }) => name ?? path(NAMES) ?? '',
    watch: () => watch({ origin: url, token: tokens.get('student') ?? '' }),
    async ask({ by, method, path, body, undo }, time, { patienceMs } = {}) {
      const of = named(time);
      const started = performance.now();
      const signal = patienceMs === undefined ? undefined : AbortSignal.timeout(patienceMs);
      const text = await send(`/api${path(of)}`, { by, method, body: body?.(of), signal })
        .then((answer) => answer.text())
        .catch((error) => {
          if (signal?.aborted) return '';
          throw error;
        });
      const asked = { ms: performance.now() - started, bytes: Buffer.byteLength(text) };
      if (undo) await send(`/api${undo(JSON.parse(text))}`, { by, method: 'POST', body: {} });
      return asked;
    },
    weigh: async (path) => (await (await get(path)).text()).replaceAll(/<style.*?<\/style>/gs, '').length,
    residentMb: () => residentMegabytes(school.process.pid ?? 0),
    close: () => stopSchool(school),
  };
}

type Read = (path: string, by?: Role) => Promise<ClassPage>;

/** What a school has of what calls speak of. */
async function findThings(read: Read): Promise<Partial<Found>> {
  const first = async (path: string, by: Role) => (await read(path, by)).items[0]?._id;
  const found: { [N in keyof Found]: string | undefined } = {
    family: await first(`/users/search?q=${emailOf('student')}`, 'admin'),
    teacherid: await first(`/users/search?q=${emailOf('instructor')}`, 'admin'),
    post: await first('/blog/page', 'admin'),
    ownClass: await first(`/classes/find/${emailOf('instructor')}/page`, 'instructor'),
    ownPost: await first('/blogs/mine/page', 'instructor'),
    message: await first('/messages', 'admin'),
    invoice: await first('/invoices', 'admin'),
    recital: await first('/recitals', 'admin'),
    review: await first('/classes/search?status=pending', 'admin'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
}

/** The room in which most is held this week; the first of all where nothing is held in any. */
async function findBusyRoom(read: (path: string) => Promise<unknown>): Promise<string> {
  const monday = mondayOf(0);
  const rooms = (await read('/rooms')) as { _id: string }[];
  const path = `/timetable?from=${monday}&to=${addDays(monday, 6)}`;
  const lessons = Map.groupBy((await read(path)) as { roomid: string | null }[], ({ roomid }) => roomid);
  const heldIn = ({ _id }: { _id: string }) => lessons.get(_id)?.length ?? 0;
  return rooms.toSorted((one, other) => heldIn(other) - heldIn(one))[0]?._id ?? '';
}

/** The Monday so many weeks before this one. */
function mondayOf(weeks: number): string {
  const day = new Date(Date.now() - weeks * 7 * 86_400_000);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

/** Opens both schools for as long as `work` runs. */
export const withSchools = <T>(database: DatabaseName, work: (schools: Pair) => Promise<T>): Promise<T> =>
  withKept(database, async (start) =>
    work({ small: await start('small', { size: 'small' }), large: await start('large', { size: 'large' }) }),
  );

/** Opens a school by its name: seeded of a size, and filled once before it opens. */
export type Start = (
  name: string,
  as: { size: Size; fill?: (env: Env, was: { isFilled: boolean }) => Promise<void> },
) => Promise<Opened>;

/** Opens schools for as long as `work` runs. */
export async function withKept<T>(database: DatabaseName, work: (start: Start) => Promise<T>): Promise<T> {
  const folder = KEPT[database];
  const cluster =
    database === 'PostgreSQL' ? await startCluster({ durable: true, keptIn: folder }) : undefined;
  const opened: Opened[] = [];
  const start: Start = async (name, { size, fill }) => {
    const isKept = existsSync(join(folder, `${name}.whole`));
    if (cluster) await makeDatabase(cluster.url, name, { isKept });
    const env: Env = cluster ? { DATABASE_URL: `${cluster.url}/${name}` } : {};
    const whole = await keep(name, { folder, env, size });
    const mark = join(folder, `${name}.filled`);
    await fill?.(whole, { isFilled: isKept && existsSync(mark) });
    if (fill) writeFileSync(mark, '');
    const school = await open(whole);
    opened.push(school);
    return school;
  };
  try {
    return await work(start);
  } finally {
    for (const { close } of opened) await close();
    await cluster?.stop();
  }
}

/** What stands for things in the path of a row. */
const NAMES: Things = {
  student: ':email',
  instructor: ':email',
  admin: ':email',
  class: ':id',
  enrolment: ':id',
  lastMonth: ':month',
  place: ':id',
  openClass: ':id',
  learnerid: ':id',
  room: ':id',
  monday: ':day',
  sunday: ':day',
  lesson: ':id',
  attending: ':id',
};

const BYTES_MAX = 100_000;
const WARM_UP = 3;

/** How many times as long a call may take at the large school: of a hundred 99, and half of them. */
const MOST = 3;
const HALF = 2;

/**
 * Makes a call so many times at both schools in turn, so that what disturbs the machine disturbs both alike:
 * the time that 99 of 100 keep below.
 */
export async function compareCall(
  database: DatabaseName,
  call: Call,
  { small, large }: Pair,
  { times = TIMES }: { times?: number } = {},
): Promise<Row> {
  const taken: Record<keyof Pair, number[]> = { small: [], large: [] };
  let bytes = 0;
  for (let time = -WARM_UP; time < times; time++) {
    const few = await small.ask(call, time);
    const many = await large.ask(call, time);
    bytes = Math.max(bytes, many.bytes);
    if (time < 0) continue;
    taken.small.push(few.ms);
    taken.large.push(many.ms);
  }
  const part = (ms: number[], of: number) =>
    ms.toSorted((one, other) => one - other)[Math.ceil(of * ms.length) - 1] ?? 0;
  const told = (ms: number[]) => `${part(ms, 0.99).toFixed(1)} ms (half ${part(ms, 0.5).toFixed(1)})`;
  const ratio = part(taken.large, 0.99) / part(taken.small, 0.99);
  const halves = part(taken.large, 0.5) / part(taken.small, 0.5);
  const named = large.nameOf(call);
  return {
    what: `\`${call.method ? `${call.method} ` : ''}${named}\`, ${database}, ${Math.ceil(bytes / 1000)} kB`,
    ours: told(taken.large),
    reference: told(taken.small),
    ratio,
    goal: `≤ ${MOST} (half ≤ ${HALF}), ≤ ${BYTES_MAX / 1000} kB`,
    isMet: ratio <= MOST && halves <= HALF && bytes <= BYTES_MAX,
    limitedBy: call.limitedBy ?? 'rows found by an index, a page of them',
  };
}
