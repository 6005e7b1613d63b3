import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Reply,
  type Student,
} from '#tests/support/faulty-school.ts';
import { type Cluster, freePort, startCluster } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/*
 * PostgreSQL cuts connections, and restarts without warning, at any moment while students enrol through two
 * processes. FAULT_ROUNDS says how many rushes there are.
 */
const ROUNDS = 2 * Number(process.env.FAULT_ROUNDS ?? 1);
const STUDENTS = 24;
const CUTS_A_ROUND = 30;
/** For some twenty seconds and more: a database that crashed reads its log again, on slow disks for long. */
const TRIES = 1000;
const HOUR_MS = 60 * 60_000;

type Running = Awaited<ReturnType<FaultySchool['start']>>;

let cluster: Cluster;
let cards: CardsServer;
let school: FaultySchool;

beforeAll(async () => {
  cluster = await startCluster({ durable: true });
  cards = await openCardsServer();
  school = await makeFaultySchool('postgres', cards, cluster.url);
});
afterAll(async () => {
  await cards.close();
  school.remove();
  await cluster.stop();
});

const startTwo = async () => [await school.start(), await school.start({ port: await freePort() })] as const;

/** What a person does whose call was refused because the database was away: the same once more. */
async function persist(call: () => Promise<Reply | undefined>, refused: Reply[]): Promise<Reply> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const reply = await call();
    if (reply && reply.status < 500) return reply;
    refused.push(reply ?? { status: 0, retryAfter: null, body: {} });
    await sleep(20);
  }
  throw new Error('The school never answered again.');
}

/** Enrols everybody; gives the enrolments that were acknowledged and the calls that were refused. */
async function enrolAll(
  processes: readonly Running[],
  classes: readonly string[],
  students: readonly Student[],
) {
  const refused: Reply[] = [];
  const acknowledged: string[] = [];
  const outcomes = await Promise.all(
    students.map(async (student, at) => {
      const url = () => (processes[Math.floor(Math.random() * processes.length)] as Running).url;
      const post = (path: string, body: object) =>
        persist(() => school.call(url(), student, path, body), refused);
      const classid = classes[at % classes.length] as string;
      await sleep(Math.random() * 300);
      const opened = await post('/create-payment-intent', { price: 60, classid });
      const secret = opened.body.clientSecret;
      if (!secret) return opened.body.code;
      const { id } = await cards.confirm(secret);
      const body = { email: student.email, transactionId: id, price: 60 };
      const recorded = await post(`/payments/${classid}`, body);
      if (recorded.body.result) acknowledged.push(recorded.body.result.insertedId);
      return recorded.status === 200 ? 'enrolled' : recorded.body.code;
    }),
  );
  return { refused, acknowledged, outcomes };
}

/** Cuts connections of the school's, one here and all there, and once crashes the whole server. */
async function harass(round: number, isOver: () => boolean) {
  let cuts = 0;
  const open = () => openPostgres<Database>(`${cluster.url}/postgres`, { max: 1, onCut: () => {} });
  let own = open();
  for (let turn = 0; turn < CUTS_A_ROUND && !isOver(); turn++) {
    if (turn === 5 + (round % 10)) {
      await own.close();
      await cluster.crashAndRestart();
      own = open();
    }
    const some = turn % 5 === 0 ? 100 : 1;
    const { rows } = await sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where application_name like 'cadenza%' and pid <> pg_backend_pid() order by random() limit ${sql.lit(some)}) as unlucky`.execute(
      own.db,
    );
    cuts += rows.length;
    await sleep(Math.random() * 25);
  }
  await own.close();
  return cuts;
}

test('connections are cut and the server crashes while students enrol: no process ends, and nothing acknowledged is lost', async () => {
  const processes = await startTwo();
  const ended = Promise.race(processes.map(({ exited }) => exited));
  const acknowledged: string[] = [];
  const refused: Reply[] = [];
  let cuts = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { classes, students } = await school.records(async (db) => ({
      classes: [await addClass(db, 5), await addClass(db, 1000)],
      students: await addStudents(db, STUDENTS),
    }));
    let isOver = false;
    const [rush, cut] = await Promise.all([
      enrolAll(processes, classes, students).finally(() => {
        isOver = true;
      }),
      harass(round, () => isOver),
    ]);
    cuts += cut;
    acknowledged.push(...rush.acknowledged);
    refused.push(...rush.refused);
    // Five find a seat in the small class, and everybody in the large one.
    expect(rush.outcomes.toSorted()).toEqual([
      ...Array(STUDENTS / 2 - 5).fill('class-full'),
      ...Array(STUDENTS / 2 + 5).fill('enrolled'),
    ]);
  }
  // Every caller that met it was told to come back.
  const bad = refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  report({
    'rushes, each with a crash of the server': ROUNDS,
    'connections cut': cuts,
    'calls refused with 503': refused.length - bad.length,
    'calls that failed otherwise': bad.length,
  });
  expect(cuts).toBeGreaterThan(ROUNDS);
  expect(bad).toEqual([]);
  expect(await Promise.race([ended, sleep(0, 'alive')])).toBe('alive');
  for (const { url } of processes) expect((await fetch(`${url}/readyz`)).status).toBe(200);

  await cards.delivered();
  await Promise.all(processes.map((one) => one.stop()));
  cards.clock.offset += HOUR_MS;
  const after = await startTwo();
  await cards.delivered();
  await Promise.all(after.map((one) => one.stop()));
  const kept = await school.records((db) => db.selectFrom('enrolments').select('_id').execute());
  const ids = new Set(kept.map(({ _id }) => _id));
  const lost = acknowledged.filter((id) => !ids.has(id));
  const differences = await school.records((db) => findDifferences(db, cards.db));
  report({
    'enrolments acknowledged': acknowledged.length,
    'of them lost': lost.length,
    'differences from the books of the card service': differences.length,
  });
  expect(lost).toEqual([]);
  expect(differences).toEqual([]);
});
