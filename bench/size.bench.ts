import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, INSTRUCTORS } from '#server/database/seed/people.ts';
import { spawnSchool, stopSchool } from '#tests/support/process.ts';
import type { Bench, Row } from './section.ts';

const ROUNDS = 100;
const PAGE_MAX = 100;
const GOAL = 2;

/** A school that listens, with an instructor of it and the largest class among their newest. */
type Asked = { url: string; teacher: { email: string; token: string }; crowd: string };

/** What a screen asks for: of a school, at a place that no answer is kept for. */
type Screen = { what: string; path: (school: Asked, place: string) => string; limitedBy: string };

const ROW_READ = 'reading and writing down the rows of one page';

const SCREENS: readonly Screen[] = [
  { what: 'the classes, newest first', path: (_, at) => `/classes/page?after=${at}`, limitedBy: ROW_READ },
  {
    what: 'the classes, lowest price first',
    path: (_, at) => `/classes/page?sort=price&after=${at}`,
    limitedBy: ROW_READ,
  },
  {
    what: 'the classes, most popular first',
    path: (_, at) => `/classes/page?sort=popularity&after=${at}`,
    limitedBy: ROW_READ,
  },
  {
    what: 'the classes of a level and a group with free seats',
    path: (_, at) => `/classes/page?level=Beginner&group=Kids&open=1&after=${at}`,
    limitedBy: 'free seats are looked for class by class: an index of them would cost at every sale',
  },
  {
    what: 'the classes with a word that none has',
    path: (_, at) => `/classes/page?q=${at.slice(-8)}`,
    limitedBy: 'a part of a word is looked for in the words of every class',
  },
  {
    what: 'the instructors',
    path: (_, at) => `/instructor/page?after=${at}`,
    limitedBy:
      'their classes are summed up from an index, since a sum kept with each would be written at every sale',
  },
  { what: 'the posts', path: (_, at) => `/blog/page?after=${at}`, limitedBy: ROW_READ },
  { what: 'My Classes', path: ({ teacher }) => `/classes/find/${teacher.email}/page`, limitedBy: ROW_READ },
  {
    what: 'the instructor’s dashboard',
    path: ({ teacher }) => `/classes/find/${teacher.email}/sums`,
    limitedBy: 'an instructor’s classes are added up when they are asked for',
  },
  {
    what: 'a roster',
    path: ({ crowd }) => `/rosters/${crowd}`,
    limitedBy: 'a roster comes by name, so all of its students are sorted for a page',
  },
];

const PAGES = ['/', '/classes', '/instructorlist', '/blogs'];

async function read(url: string, token?: string): Promise<string> {
  const answer = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return text;
}

async function send(url: string, body: object, token?: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const sent: Record<string, string> = JSON.parse(await answer.text());
  return sent;
}

async function signIn(url: string, email: string) {
  const { identity } = JSON.parse(await read(`${url}/config.json`));
  const accounts = `${url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${identity.apiKey}`;
  const { idToken } = await send(accounts, { email, password: DEMO_PASSWORD, returnSecureToken: true });
  await send(`${url}/api/users`, { email }, idToken);
  const { token = '' } = await send(`${url}/api/jwt`, { email }, idToken);
  return { email, token };
}

/** The school of `npm run seed -- --size large`, made once and kept. */
async function largeSchool(): Promise<string> {
  const dataDir = join(import.meta.dirname, '..', 'build', 'bench', 'large-school');
  if (existsSync(dataDir)) return dataDir;
  const making = `${dataDir}-making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const env = { PATH: process.env.PATH, DATA_DIR: making };
  const child = spawn(process.execPath, ['server/seed.ts', '--size', 'large'], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The large school was not made: ${code}.`);
  renameSync(making, dataDir);
  return dataDir;
}

type Classes = { items: { _id: string; enrolledstudents: number }[] };

async function openAt(dataDir: string) {
  const school = spawnSchool({ DATA_DIR: dataDir });
  const url = await school.listening;
  const teacher = await signIn(url, INSTRUCTORS.clara.email);
  const own = `${url}/api/classes/find/${teacher.email}`;
  const { items }: Classes = JSON.parse(await read(`${own}/page`, teacher.token));
  const [largest] = items.toSorted((one, other) => other.enrolledstudents - one.enrolledstudents);
  return { asked: { url, teacher, crowd: largest?._id ?? '' }, stop: () => stopSchool(school) };
}

/** Where pages of the classes begin, over the whole list; each asked for once, so that no answer is a kept one. */
async function placesOf({ url }: Asked): Promise<string[]> {
  const all: { _id: string }[] = JSON.parse(await read(`${url}/api/classes/all`));
  const every = Math.max(1, Math.floor(all.length / ROUNDS));
  return Array.from({ length: ROUNDS }, (_, at) => all[at * every]?._id ?? `nobody-${at}`);
}

type Measured = { ms: number; kilobytes: number };

const percentile = (values: number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0;

const bench: Bench = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const schools: Awaited<ReturnType<typeof openAt>>[] = [];
  try {
    for (const at of [dataDir, await largeSchool()]) schools.push(await openAt(at));
    const [small, large] = schools.map(({ asked }) => asked) as [Asked, Asked];
    const places = new Map([
      [small, await placesOf(small)],
      [large, await placesOf(large)],
    ]);

    async function measure(school: Asked, { path }: Screen, round: number): Promise<Measured> {
      const url = `${school.url}/api${path(school, places.get(school)?.[round] ?? '')}`;
      const began = performance.now();
      const { length } = await read(url, school.teacher.token);
      return { ms: performance.now() - began, kilobytes: length / 1000 };
    }

    async function compare(screen: Screen): Promise<Row> {
      const few: Measured[] = [];
      const many: Measured[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        few.push(await measure(small, screen, round));
        many.push(await measure(large, screen, round));
      }
      const p99 = (all: Measured[]) =>
        percentile(
          all.map(({ ms }) => ms),
          0.99,
        );
      const kilobytes = Math.max(...many.map(({ kilobytes }) => kilobytes));
      const ratio = p99(many) / p99(few);
      return {
        what: screen.what,
        ours: `${p99(many).toFixed(1)} ms, ${kilobytes.toFixed(0)} kB`,
        reference: `${p99(few).toFixed(1)} ms`,
        ratio,
        goal: `≤ ${GOAL}, ≤ ${PAGE_MAX} kB`,
        isMet: ratio <= GOAL && kilobytes <= PAGE_MAX,
        limitedBy: screen.limitedBy,
      };
    }

    async function weigh(path: string): Promise<Row> {
      const weightAt = async ({ url }: Asked) =>
        (await read(url + path)).replaceAll(/<style.*?<\/style>/gs, '').length / 1000;
      const few = await weightAt(small);
      const many = await weightAt(large);
      return {
        what: `\`${path}\` as HTML, without the stylesheet inside it`,
        ours: `${many.toFixed(0)} kB`,
        reference: `${few.toFixed(0)} kB`,
        ratio: many / few,
        goal: `≤ ${PAGE_MAX} kB`,
        isMet: many <= PAGE_MAX,
        limitedBy: 'each card is there as HTML, as data for the browser and as structured data',
      };
    }

    const rows: Row[] = [];
    for (const screen of SCREENS) rows.push(await compare(screen));
    for (const path of PAGES) rows.push(await weigh(path));
    return {
      title: 'A large school',
      method:
        'The 99th percentile of a hundred calls, none of whose answers is kept, in a school of 10 000 classes, 100 000 users and 1 000 000 enrolments on SQLite, against the demo school; and what a page weighs there.',
      rows,
    };
  } finally {
    for (const { stop } of schools) await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
export default bench;
