import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dayAt } from '#contract/time/wall-time.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import type { Calls } from './calls.ts';
import type { Person, World } from './world.ts';

/** What callers were told has happened; the school must know of it ever after. */
export type Told = {
  /** Paid by card, and not cancelled. */
  enrolled: Set<string>;
  cancelled: Set<string>;
  /** Made by programs: families and places, by the key of the write. */
  families: Map<string, string>;
  placed: Set<string>;
  charges: Set<string>;
  movements: Set<string>;
  notes: string;
  files: Set<string>;
  deletedFiles: Set<string>;
};

// biome-ignore lint/suspicious/noExplicitAny: the client's types are generated where it is compiled (tests/clients)
type Copy = { read(): Promise<void>; nouns: readonly string[]; of(noun: string): Map<string, any> };

export const COPIED = ['families', 'people', 'classes', 'enrolments', 'charges', 'invoices', 'movements'];
const PAGES = [
  '/',
  '/classes',
  '/blogs',
  '/instructorlist',
  '/login',
  '/api/classes/all',
  '/api/popularclasses',
  '/healthz',
];
const FEE = 60;
const CANCEL_EVERY = 4;
const FILE = Buffer.from('%PDF-1.7\n%%EOF\n'.padEnd(60_000, ' '));
const BOUNDARY = 'soak';
/** Milliseconds between two turns of a caller of each kind, and how many such callers there are. */
const LANES = {
  visitor: [2, 150],
  family: [2, 900],
  teacher: [1, 900],
  office: [1, 900],
  program: [2, 900],
} as const;
const COPY_MS = 2000;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const of = <T>(list: readonly T[], at: number) => list[at % list.length] as T;
const insertedId = ({ text }: { text: string }): string => JSON.parse(text).insertedId;

/** Opens a copy of the school's lists, as a program keeps one by `since`. */
export async function openCopy(world: World): Promise<Copy> {
  const client = await import(join(import.meta.dirname, '..', '..', 'tests', 'clients', 'client.ts'));
  return new client.Copy(client.openClient(world.origin, world.secret), COPIED);
}

const nothingTold = (): Told => ({
  enrolled: new Set(),
  cancelled: new Set(),
  families: new Map(),
  placed: new Set(),
  charges: new Set(),
  movements: new Set(),
  notes: '',
  files: new Set(),
  deletedFiles: new Set(),
});

/** Lets everyone call until it is stopped; each finishes what they have begun. `told` is what they were told before. */
export async function startTraffic(world: World, calls: Calls, told = nothingTold()) {
  const copy = await openCopy(world);
  let isOver = false;
  let turns = 0;
  let copies = 0;
  const turn = { visitor: visit, family: enrol, teacher: teach, office: keepBooks, program: write };
  const lane = async (kind: keyof typeof LANES, at: number) => {
    const [count, pauseMs] = LANES[kind];
    for (let nth = at; !isOver; nth += count) {
      turns += 1;
      await turn[kind]({ world, calls, told }, nth);
      await sleep(pauseMs);
    }
  };
  const follow = async () => {
    for (; !isOver; await sleep(COPY_MS))
      await copy.read().then(
        () => {
          copies += 1;
        },
        // It asks from the same moment on again.
        () => {},
      );
  };
  const kinds = Object.keys(LANES) as (keyof typeof LANES)[];
  const all = [
    follow(),
    ...kinds.flatMap((kind) => Array.from({ length: LANES[kind][0] }, (_, at) => lane(kind, at))),
  ];
  const running = Promise.all(all);
  // A failure is thrown to the caller that awaits it.
  running.catch(() => {});
  return {
    told,
    copy,
    turns: () => turns,
    copies: () => copies,
    /** Rejects when a caller has lost. */
    running,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

type Turn = { world: World; calls: Calls; told: Told };

async function visit({ calls }: Turn, nth: number) {
  const path = nth % 7 === 0 ? `/classes?q=word${nth % 500}` : of(PAGES, nth);
  await calls.ask(path, { headers: { 'accept-encoding': nth % 3 ? 'br' : 'gzip' } });
}

/** A family takes a place by card; one in four gives it up again. */
async function enrol({ world, calls, told }: Turn, nth: number) {
  const parent = of(world.families, nth);
  const classid = of(world.classes, Math.floor(nth / world.families.length) + nth);
  const headers = bearer(parent.token);
  const { email } = parent;
  await calls.persist('/api/select/class/', { method: 'POST', headers, body: { classid, email } }, [409]);
  const intent = { method: 'POST', headers, body: { price: FEE, classid } };
  const opened = await calls.persist('/api/create-payment-intent', intent, [409]);
  const secret: string | undefined = JSON.parse(opened.text).clientSecret;
  // A place that they have from a turn before.
  if (!secret) return;
  const { id } = await world.cards.confirm(secret);
  const paid = { method: 'POST', headers, body: { email, transactionId: id, price: FEE } };
  const recorded = await calls.persist(`/api/payments/${classid}`, paid);
  if (recorded.status !== 200) return;
  const enrolment: string = JSON.parse(recorded.text).result.insertedId;
  await calls.ask(`/api/enrolledclasses/${email}/page`, { headers });
  if (nth % CANCEL_EVERY) {
    told.enrolled.add(enrolment);
    return;
  }
  const cancelled = await calls.persist(
    `/api/enrolments/${enrolment}/cancel`,
    { method: 'POST', headers },
    [404, 409],
  );
  if (cancelled.status === 200) told.cancelled.add(enrolment);
}

/** What the teacher of a lesson writes and sends; a file takes the place of the one before. */
async function teach({ world: { teacher, lesson }, calls, told }: Turn, nth: number) {
  const headers = bearer(teacher.token);
  const path = `/api/lessons/${lesson}`;
  await calls.ask(`/api/week?from=${new Date().toISOString().slice(0, 10)}`, { headers });
  await calls.ask(`${path}/register`, { headers });
  const { version } = JSON.parse((await calls.persist(`${path}/notes`, { headers })).text);
  const markdown = `Bars ${nth} to ${nth + 8}.`;
  const body = { markdown, version };
  // 409 where the answer to the same was lost.
  await calls.persist(`${path}/notes`, { method: 'PUT', headers, body }, [409]);
  told.notes = markdown;
  if (nth % 5) return;
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="etude-${nth}.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), FILE, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const sent = await calls.ask(`${path}/files`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body: form,
  });
  if (sent.status !== 200) return;
  const [before] = told.files;
  told.files.add(insertedId(sent));
  if (!before) return;
  told.files.delete(before);
  await calls.persist(`/api/files/${before}`, { method: 'DELETE', headers }, [404]);
  told.deletedFiles.add(before);
}

/** The office looks, charges and notes money. */
async function keepBooks({ world: { admin, families }, calls, told }: Turn, nth: number) {
  const headers = bearer(admin.token);
  const { userid } = of(families, nth) as Person;
  const day = dayAt(Date.now(), DEMO_SCHOOL.timezone);
  const looks = [
    '/api/users/search?q=a',
    '/api/reports/overview',
    `/api/families/${userid}`,
    `/api/families/${userid}/statement`,
  ];
  await calls.ask(of(looks, nth), { headers });
  const charge = { userid, kind: 'fee', label: 'Exam', amount: 25, day, key: `charge-${nth}` };
  told.charges.add(
    insertedId(await calls.persist('/api/charges', { method: 'POST', headers, body: charge })),
  );
  if (nth % 2) return;
  const money = { userid, kind: 'cash', amount: 25, day, key: `money-${nth}` };
  told.movements.add(
    insertedId(await calls.persist('/api/movements', { method: 'POST', headers, body: money })),
  );
}

/** A program brings a family, and one of its children takes a place. */
async function write({ world: { secret, classes, families }, calls, told }: Turn, nth: number) {
  const by = (key: string) => ({ ...bearer(secret), 'idempotency-key': key });
  const family = { name: `Ada Round ${nth}`, learners: [{ firstname: 'Rui', lastname: `Costa ${nth}` }] };
  const asked = { method: 'POST', headers: by(`family-${nth}`), body: family };
  const added = await calls.persist('/api/v1/families', asked);
  if (added.status !== 200) return;
  told.families.set(`family-${nth}`, insertedId(added));
  const [learnerid] = (of(families, nth) as Person).children;
  const place = { classid: of(classes, Math.floor(nth / families.length) + nth), learnerid, pay: 'cash' };
  const placing = { method: 'POST', headers: by(`place-${nth}`), body: place };
  const placed = await calls.persist('/api/v1/enrolments', placing, [409]);
  if (placed.status === 200) told.placed.add(insertedId(placed));
}
