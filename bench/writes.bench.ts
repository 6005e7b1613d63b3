import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { OPEN_ORDERS_MAX } from '#contract/payments/calls.ts';
import { type Paid, pay, record, rush, select, type Wish, wishesFor } from '#tests/support/enrolling.ts';
import { freePort, startCluster } from '#tests/support/postgres.ts';
import type { BareReads } from './measure/bare-reads.ts';
import { stockDemo } from './measure/demo-shop.ts';
import { readyFirstRelease } from './measure/first-release.ts';
import { runPgbench } from './measure/pgbench.ts';
import { compareCosts, cpuMicroseconds, medianOf, type Server } from './measure/process.ts';
import { type Bench, NO_GOAL, type Row } from './measure/section.ts';
import {
  type Kind,
  makeDatabase,
  makeRecords,
  type Records,
  serve,
  shopAt,
  startServer,
  stock,
} from './measure/shop.ts';

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
const GOALS = { sqlite: 3, postgres: 2 } as const;
const LIMITED_BY = {
  sqlite: 'one process does it all: the four calls, the card service and its events',
  postgres:
    'a round trip for each step of an enrolment, some fifty statements in some twenty-five, since each step must be on the disk or known before the next, and the CPU that client and server spend on them',
} as const;
const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 4;
const ROSTER = 30;
/** In how many classes the student is enrolled, and how many are selected besides. */
const OWN = 5;

const bench: Bench = async () => {
  const rows: Row[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    rows.push(await enrolments(kind));
    const records = await makeRecords(kind);
    try {
      if (kind === 'postgres') rows.push(await recordings(records));
      rows.push(...(await reads(records)));
    } finally {
      await records.remove();
    }
  }
  return {
    title: 'Enrolling, and reading what is one’s own',
    method:
      'An enrolment is select, intent, confirm, record: four calls over HTTP, with the embedded card service and every commit on the disk before its answer, 16 students at once, at a demo; it is held against version 0.1.0, which is taken from the history of the repository and asked in turn: medians of three rounds. A recording, and what is read, is measured at a school of its own. Recording alone is held against pgbench, 16 clients that send the very statements of a recording. A read is the server’s CPU per request, held against a bare Fastify route that sends the same statements, the caller’s included, through the driver and answers with JSON.stringify of their rows.',
    rows,
  };
};
export default bench;

/** The whole way, every student to every class, at the demo of today and at that of version 0.1.0 in turn. */
async function enrolments(kind: Kind): Promise<Row> {
  const cluster = kind === 'postgres' ? await startCluster({ durable: true }) : undefined;
  const first = readyFirstRelease();
  const demos = {
    today: await serveDemo(ROOT, 'scripts/start.mjs', cluster && (await makeDatabase(cluster.url, 'today'))),
    first: first
      ? await serveDemo(first, 'server/main.ts', cluster && (await makeDatabase(cluster.url, 'first')))
      : undefined,
  };
  try {
    const rounds: { today: Enrolled; first?: Enrolled | undefined }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        first: demos.first && (await enrolAll(demos.first)),
        today: await enrolAll(demos.today),
      });
    // Of the first one the compilers have their part.
    const counted = rounds.slice(1);
    const told = (of: 'today' | 'first') =>
      `${medianOf(counted.map((round) => round[of]?.rate ?? 0)).toFixed(0)}/s, ` +
      `${medianOf(counted.map((round) => round[of]?.cpuMs ?? 0)).toFixed(1)} ms CPU`;
    const ratio = medianOf(counted.map(({ today, first }) => today.rate / (first?.rate ?? Number.NaN)));
    const row = { what: `enrolling on ${NAMES[kind]}`, ours: told('today'), limitedBy: LIMITED_BY[kind] };
    if (!demos.first)
      return { ...row, reference: '0.1.0: no history in this copy', goal: NO_GOAL, isMet: false };
    const goal = GOALS[kind];
    return {
      ...row,
      reference: `0.1.0: ${told('first')}`,
      ratio,
      goal: `≥ ${goal}`,
      isMet: ratio >= goal,
    };
  } finally {
    await demos.first?.stop();
    await demos.today.stop();
    await cluster?.stop();
  }
}

type Enrolled = { rate: number; cpuMs: number };

/** Enrolments a second and milliseconds of the server's CPU each, of new students in new classes. */
async function enrolAll({ url, pid }: Server): Promise<Enrolled> {
  const shop = await stockDemo(url, { students: 48, classes: OPEN_ORDERS_MAX });
  const wishes = wishesFor(shop, shop.classes);
  const before = cpuMicroseconds(pid);
  const seconds = await rush(wishes, async (wish) => record(shop, await pay(shop, wish)));
  return {
    rate: wishes.length / seconds,
    cpuMs: (cpuMicroseconds(pid) - before) / wishes.length / 1000,
  };
}

/** A version's demo, as its `npm start` runs it. */
async function serveDemo(root: string, script: string, databaseUrl: string | undefined): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const port = await freePort();
  const env = {
    ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' },
    RATE_LIMIT_FACTOR: '1000',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const server = await startServer([script], `http://127.0.0.1:${port}`, { cwd: root, env });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** Recording alone, against pgbench with the statements of one recording. */
async function recordings(records: Records): Promise<Row> {
  const { databaseUrl = '' } = records;
  const stocked = await stock(records, { students: 160, classes: OPEN_ORDERS_MAX });
  const server = await serve(records, { workers: false });
  try {
    const shop = shopAt(server, stocked);
    const paid: Paid[] = [];
    await rush(wishesFor(shop, shop.classes), async (wish) => paid.push(await pay(shop, wish)));
    const [example, ...others] = paid;
    if (!example) throw new Error('There is no paid place.');
    const half = Math.floor(others.length / 2);
    const values = await keepPaid(records, others.slice(0, half), example);
    const statements = await records.statementsOf(({ app }) =>
      app.inject({
        method: 'POST',
        url: `/api/payments/${example.classid}`,
        headers: { authorization: `Bearer ${example.student.token}` },
        payload: { email: example.student.email, transactionId: example.transactionId, price: 60 },
      }),
    );
    const run = { databaseUrl, statements, example: values, table: 'bench_paid' };
    const reference = await runPgbench({ ...run, count: half });
    const rest = others.slice(half);
    const before = cpuMicroseconds(server.pid);
    const rate = rest.length / (await rush(rest, (one) => record(shop, one)));
    const cpuMs = (cpuMicroseconds(server.pid) - before) / rest.length / 1000;
    return {
      what: 'recording alone on PostgreSQL',
      ours: `${rate.toFixed(0)}/s, ${cpuMs.toFixed(1)} ms CPU`,
      reference: `pgbench: ${reference.toFixed(0)}/s`,
      ratio: rate / reference,
      goal: '≥ 0.5',
      isMet: rate / reference >= 0.5,
      limitedBy: 'one thread of JavaScript, where pgbench is C',
    };
  } finally {
    await server.stop();
  }
}

/** Keeps in a table what the statements of these recordings name; gives the same of the example. */
async function keepPaid(records: Records, paid: readonly Paid[], example: Paid) {
  const columns = sql`orders._id as orderid, orders.intentid, orders.userid, orders.learnerid, orders.classid,
    orders.clientsecret, signins._id as signinid, users.uid, cards_intents.chargeid, cards_charges.methodid
    from orders join users on users._id = orders.userid join signins on signins.userid = users._id
    join cards_intents on cards_intents.id = orders.intentid
    join cards_charges on cards_charges.id = cards_intents.chargeid`;
  const ids = paid.map(({ transactionId }) => transactionId);
  return records.change(async (db) => {
    await sql`create table bench_paid as select row_number() over () as n, ${columns}
      where orders.intentid in (${sql.join(ids)})`.execute(db);
    await sql`create unique index bench_paid_n on bench_paid (n)`.execute(db);
    await sql`create sequence bench_paid_next`.execute(db);
    const one = sql<
      Record<string, unknown>
    >`select ${columns} where orders.intentid = ${example.transactionId}`;
    return (await one.execute(db)).rows[0] ?? {};
  });
}

type Read = { name: string; path: string; token: string };

/** What a student has selected and is enrolled in, and a roster. */
async function reads(records: Records): Promise<Row[]> {
  const wanted = await prepareReads(records);
  const routes: BareReads['routes'] = [];
  for (const { path, token } of wanted) {
    const read = { url: path, headers: { authorization: `Bearer ${token}` } };
    const statements = await records.statementsOf(({ app }) => app.inject(read));
    routes.push({
      path,
      statements: statements.map(({ sql, parameters }) => ({ sql, parameters: [...parameters] })),
    });
  }
  const bare = await serveBare(records, routes);
  const product = await serve(records, { workers: false });
  try {
    const rows: Row[] = [];
    for (const { name, path, token } of wanted) {
      const headers = { authorization: `Bearer ${token}` };
      const { ours, reference, ratio } = await compareCosts(product, bare, [path], headers);
      rows.push({
        what: `${name} on ${NAMES[records.kind]}`,
        ours: `${ours.toFixed(0)} µs`,
        reference: `${reference.toFixed(0)} µs`,
        ratio,
        goal: '≥ 0.5',
        isMet: ratio >= 0.5,
        limitedBy: 'limits, headers and access of every call; its rows in wire form',
      });
    }
    return rows;
  } finally {
    await bare.stop();
    await product.stop();
  }
}

/** A student with some classes selected and some enrolled in, and a teacher with a class of thirty. */
async function prepareReads(records: Records): Promise<Read[]> {
  const stocked = await stock(records, { students: ROSTER + 1, classes: 1 + 2 * OWN });
  const [teacher, ...students] = stocked.students;
  const [student] = students;
  const [taught, ...classes] = stocked.classes;
  if (!teacher || !student || !taught) throw new Error('An account is missing.');
  const server = await serve(records, { workers: false });
  const shop = shopAt(server, stocked);
  const enrol = async (wish: Wish) => record(shop, await pay(shop, wish));
  await rush(
    students.map((student) => ({ student, classid: taught })),
    enrol,
  );
  for (const classid of classes.slice(0, OWN - 1)) await enrol({ student, classid });
  for (const classid of classes.slice(OWN)) await select(shop, { student, classid });
  await server.stop();
  await records.change(async (db) => {
    const users = db.updateTable('users').set({ role: 'instructor' }).where('email', '=', teacher.email);
    const { _id: instructorid } = await users.returning('_id').executeTakeFirstOrThrow();
    await db.updateTable('classes').set({ instructorid }).where('_id', '=', taught).execute();
  });
  const { email, token } = student;
  return [
    { name: `${OWN} selected classes`, path: `/api/selectedclass/${email}`, token },
    { name: `${OWN} enrolled classes`, path: `/api/enrolledclasses/${email}`, token },
    { name: `a roster of ${ROSTER}`, path: `/api/rosters/${taught}`, token: teacher.token },
  ];
}

async function serveBare({ databaseUrl, file }: Records, routes: BareReads['routes']): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bare-'));
  const port = await freePort();
  const described: BareReads = { port, database: databaseUrl ?? file, routes };
  const description = join(folder, 'routes.json');
  writeFileSync(description, JSON.stringify(described));
  const main = join(import.meta.dirname, 'measure', 'bare-reads.ts');
  return startServer([main, description], `http://127.0.0.1:${port}`).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
}
