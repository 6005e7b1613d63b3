import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { freePort } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { shop } from '#tests/support/shop.ts';

/*
 * Two processes of one school on one PostgreSQL: a single process, or SQLite's single writer, would hide most
 * races.
 */

const HOUR_MS = 60 * 60_000;
const RIVALS = 200;
const PAYMENTS = 500;
const AT_ONCE = 20;
const TRIES_MAX = 5;

type Running = Awaited<ReturnType<FaultySchool['start']>>;

let cards: CardsServer;
let school: FaultySchool;
let processes: Running[] = [];

beforeAll(async () => {
  cards = await openCardsServer();
  school = await makeFaultySchool('postgres', cards);
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await cards.close();
  school.remove();
});

/** Two processes, of which the first hears the card service. */
async function startTwo(options = { workers: true }) {
  processes = [await school.start(options), await school.start({ ...options, port: await freePort() })];
}
async function stopTwo() {
  await cards.delivered();
  await Promise.all(processes.map((one) => one.stop()));
  processes = [];
}
const urlFor = (turn: number) => (processes[turn % 2] as Running).url;
const audit = () => school.records((db) => findDifferences(db, cards.db));
const countCharges = async () =>
  (await cards.db.selectFrom('cards_charges').select('id').where('status', '=', 'succeeded').execute())
    .length;

/**
 * A call as a patient client makes it: on a busy machine an answer may be late, and 503 asks to come again.
 */
async function callUntilAnswered(...call: Parameters<FaultySchool['call']>) {
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    const answer = await school.call(...call);
    if (answer?.status !== 503) return answer;
  }
  return school.call(...call);
}

/** Everybody wants the class at once; who gets an intent pays it and says so. */
async function rush(classid: string, rivals: readonly Student[]) {
  const charged = await countCharges();
  const outcomes = await Promise.all(
    rivals.map(async (student, turn) => {
      const url = urlFor(turn);
      const opened = await callUntilAnswered(url, student, '/create-payment-intent', { price: 60, classid });
      const secret = opened?.body.clientSecret;
      if (!secret) return opened?.body.code ?? 'nothing';
      const { id } = await cards.confirm(secret);
      const body = { email: student.email, transactionId: id, price: 60 };
      const recorded = await callUntilAnswered(url, student, `/payments/${classid}`, body);
      return recorded?.status === 200 ? 'enrolled' : (recorded?.body.code ?? 'nothing');
    }),
  );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  return {
    enrolled: count('enrolled'),
    full: count('class-full'),
    charges: (await countCharges()) - charged,
  };
}

test('of 200 students for the last seat one is enrolled, 199 are told so, and nobody else is charged', async () => {
  const [classid, rivals] = await school.records(
    async (db) => [await addClass(db, 1), await addStudents(db, RIVALS)] as const,
  );
  await startTwo();
  const outcome = await rush(classid, rivals);
  report({
    'students who wanted the last seat': RIVALS,
    'of them enrolled': outcome.enrolled,
    'of them told that it is full': outcome.full,
    'of them charged': outcome.charges,
  });
  expect(outcome).toEqual({ enrolled: 1, full: RIVALS - 1, charges: 1 });
  await stopTwo();
  expect(await audit()).toEqual([]);
});

test('of 200 parents of two for the last three seats one gets two, 199 get none, and nobody else is charged', async () => {
  const [classid, parents] = await school.records(
    async (db) => [await addClass(db, 3), await addParents(db, RIVALS, 2)] as const,
  );
  const charged = await countCharges();
  await startTwo();
  const outcomes = await Promise.all(
    parents.map(async (parent, turn) => {
      const url = urlFor(turn);
      const siblings = { classid, learnerids: parent.children };
      const opened = await callUntilAnswered(url, parent, '/create-payment-intent', siblings);
      if (!opened?.body.clientSecret) return opened?.body.code ?? 'nothing';
      const { id } = await cards.confirm(opened.body.clientSecret);
      const paid = { email: parent.email, transactionId: id, price: 120 };
      const recorded = await callUntilAnswered(urlFor(turn + 1), parent, `/payments/${classid}`, paid);
      return recorded?.status === 200 ? 'enrolled' : (recorded?.body.code ?? 'nothing');
    }),
  );
  const count = (outcome: string) => outcomes.filter((one) => one === outcome).length;
  const charges = (await countCharges()) - charged;
  await stopTwo();
  const taken = await school.records((db) =>
    db.selectFrom('enrolments').select('learnerid').where('classid', '=', classid).execute(),
  );
  const families = new Set(
    taken.map(({ learnerid }) => parents.findIndex(({ children }) => children.includes(learnerid))),
  );
  const outcome = { enrolled: count('enrolled'), few: count('seats-too-few'), charges };
  report({
    'parents who wanted two of the last three seats': RIVALS,
    'of them with both': outcome.enrolled,
    'of them told that there are too few': outcome.few,
    'siblings apart': taken.length - 2 * families.size,
  });
  expect(outcome).toEqual({ enrolled: 1, few: RIVALS - 1, charges: 1 });
  expect([taken.length, families.size]).toEqual([2, 1]);
  expect(await audit()).toEqual([]);
});

test('500 payments, each told by client, event and sweeper at once, are one enrolment each', async () => {
  const [classid, students] = await school.records(
    async (db) => [await addClass(db, 1000), await addStudents(db, PAYMENTS)] as const,
  );
  await startTwo();
  const { db, close } = school.open();
  const ids: string[] = [];
  for (let from = 0; from < PAYMENTS; from += AT_ONCE) {
    await Promise.all(
      students.slice(from, from + AT_ONCE).map(async (student, turn) => {
        const opened = await callUntilAnswered(urlFor(turn), student, '/create-payment-intent', {
          price: 60,
          classid,
        });
        const { id } = await cards.confirm(opened?.body.clientSecret ?? '');
        // The hold runs out at this very moment: both processes' sweepers come for it.
        const swept = db.updateTable('orders').set({ holduntil: 0, workat: 0 }).where('intentid', '=', id);
        const body = { email: student.email, transactionId: id, price: 60 };
        const answers = await Promise.all([
          ...[0, 1].map((one) => callUntilAnswered(urlFor(one), student, `/payments/${classid}`, body)),
          swept.where('state', '=', 'intent').execute(),
        ]);
        for (const answer of answers.slice(0, 2)) ids.push(JSON.stringify(answer));
      }),
    );
  }
  await close();
  const made = new Set(ids);
  await stopTwo();
  const enrolled = await school.records((one) =>
    one.selectFrom('enrolments').select('_id').where('classid', '=', classid).execute(),
  );
  const differences = await audit();
  report({
    'payments, each told three times at once': PAYMENTS,
    'enrolments made of them': enrolled.length,
    'differences from the books of the card service': differences.length,
  });
  expect([...made].filter((one) => !one.includes('"status":200'))).toEqual([]);
  expect(made.size).toBe(PAYMENTS);
  expect(enrolled).toHaveLength(PAYMENTS);
  expect(differences).toEqual([]);
});

describe('these proofs are worth something: they fail', () => {
  test('where a seat is checked and not taken in one step', async () => {
    const [classid, rivals] = await school.records(async (db) => {
      // The statement still asks for a free seat and still says that it found one; it only takes none.
      await sql`create function leave_seat() returns trigger language plpgsql as $$
        begin new.availableseat := old.availableseat; new.heldseats := old.heldseats; return new; end $$`.execute(
        db,
      );
      await sql`create trigger leave_seat before update on classes for each row
        when (new.heldseats > old.heldseats) execute function leave_seat()`.execute(db);
      return [await addClass(db, 1), await addStudents(db, RIVALS / 10)] as const;
    });
    await startTwo();
    const { charges } = await rush(classid, rivals);
    report({ 'where the rule was broken on purpose, charges for one seat': charges });
    expect(charges).toBeGreaterThan(1);
    await stopTwo();
    await school.records((db) => sql`drop trigger leave_seat on classes`.execute(db));
  });

  test('where nobody hears the card service and nobody sweeps', async () => {
    const [classes, students] = await school.records(
      async (db) => [[await addClass(db, 10)], await addStudents(db, 8)] as const,
    );
    cards.hooks.on = false;
    await startTwo({ workers: false });
    await shop(school, cards, { url: urlFor(0), classes, students });
    await Promise.all(processes.map((one) => one.kill()));
    cards.clock.offset += HOUR_MS;
    await startTwo({ workers: false });
    await Promise.all(processes.map((one) => one.stop()));
    processes = [];
    const wrong = (await audit()).join('\n');
    expect(wrong).toMatch(/0 enrolments, 0 of 6000 refunded \(order intent\)/);
    // One was refunded at the card service and one disputed: both keep a place that nobody pays for.
    expect(wrong.match(/1 enrolments, 6000 of 6000 refunded \(order enrolled\)/g)).toHaveLength(2);

    cards.hooks.on = true;
    await startTwo();
    await stopTwo();
    cards.clock.offset += HOUR_MS;
    await startTwo();
    await stopTwo();
    expect(await audit()).toEqual([]);
  });
});
