import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import { type Fault, type FaultyProxy, openFaultyProxy } from '#tests/support/faulty-proxy.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { freePort } from '#tests/support/postgres.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/*
 * 200 families want the 12 places of a class that runs once enough have joined, and the office decides while they
 * still do, several times at once. Meanwhile processes die at each step of it, and the card service answers what
 * is not so, or not at all. Each fourth card is saved and then declines.
 */

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const RIVALS = 200;
const SEATS = 12;
const PRICE = 60;
/** A caller who is not answered for so long gives up. */
const PATIENCE_MS = 90_000;
/** A process that has not come to where it is to die is killed where it is. */
const REACH_MS = 4000;
const DAY_MS = 24 * 60 * 60_000;

const POINTS: readonly Checkpoint[] = [
  'hold-committed',
  'inside-reserving',
  'enrolment-committed',
  'decided',
  'inside-decision',
  'reserved-charge-made',
  'reserved-charged',
  'reserved-refused',
  'inside-enrolment',
  'inside-calling-off',
  'called-off',
  'inside-places-ending',
];
const FAULTS: readonly Fault[] = ['reset', 'lost', 'truncated', 429, 500, 'page-200', 'page-502'];

type Running = Awaited<ReturnType<FaultySchool['start']>>;

describe.each(killedOn(['postgres', 2], ['sqlite', 1]))('on %s with %i processes', (kind, count) => {
  let cards: CardsServer;
  let proxy: FaultyProxy;
  let school: FaultySchool;
  let admin: Student;
  let ports: number[] = [];
  let running: Running[] = [];
  let kills = 0;

  beforeAll(async () => {
    cards = await openCardsServer();
    proxy = await openFaultyProxy(cards.url);
    school = await makeFaultySchool(kind, cards);
    admin = await school.records(async (db) => (await addStudents(db, 1, 'admin'))[0] as Student);
    ports = [cards.hooks.port];
    while (ports.length < count) ports.push(await freePort());
  });
  afterAll(async () => {
    await Promise.all(running.map(({ kill }) => kill()));
    await proxy.close();
    await cards.close();
    school.remove();
  });

  const env = () => ({ STRIPE_BASE_URL: proxy.url });
  const start = (at: number, crash?: { at: Checkpoint; nth: number }) =>
    school.start({ env: env(), port: ports[at] ?? 0, ...(crash && { crash }) });

  /** Lets the processes die at each point, one after the other, and spoils answers of the card service. */
  async function disturb(isOver: () => boolean) {
    for (let turn = 0; !isOver(); turn++) {
      const at = turn % count;
      await running[at]?.kill();
      const point = POINTS[turn % POINTS.length] ?? 'decided';
      running[at] = await start(at, { at: point, nth: 1 + (turn % 3) });
      proxy.plan(FAULTS[turn % FAULTS.length] ?? 'lost', /^/, 3);
      await Promise.race([running[at].exited, sleep(REACH_MS)]);
      kills += 1;
    }
    proxy.mend();
    await Promise.all(running.map(({ kill }) => kill()));
    running = [];
  }

  /** A call as a patient client makes it, of one process and the other. */
  async function call(first: number, by: Student, path: string, body: object, method = 'POST') {
    const until = Date.now() + PATIENCE_MS;
    for (let turn = first; Date.now() < until; turn++) {
      const url = `http://127.0.0.1:${ports[turn % count]}`;
      const answer = await school.call(url, by, path, body, method);
      if (answer && answer.status < 500) return answer;
      await sleep(100);
    }
    return undefined;
  }

  async function want(student: Student, at: number, classid: string) {
    const opened = await call(at, student, '/create-payment-intent', { classid, price: PRICE });
    const clientSecret = opened?.body.clientSecret;
    if (!clientSecret) return opened?.body.code ?? 'nothing';
    if (clientSecret.startsWith('seti_'))
      await call(at, student, '/account/cards', { clientSecret, save: true }, 'PUT');
    const token = at % 4 === 3 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa';
    const { id, isPaid } = await cards.confirm(clientSecret, token);
    if (!isPaid) return 'declined';
    const body = { email: student.email, transactionId: id, price: PRICE };
    const recorded = await call(at + 1, student, `/payments/${classid}`, body);
    return recorded?.status === 200 ? 'recorded' : (recorded?.body.code ?? 'nothing');
  }

  const prepare = () =>
    school.records(async (db) => {
      const classid = await addClass(db, SEATS);
      const decideby = addDays(new Date(Date.now() + cards.clock.offset).toISOString().slice(0, 10), 3);
      await db.updateTable('classes').set({ runsfrom: SEATS, decideby }).where('_id', '=', classid).execute();
      await db
        .updateTable('school')
        .set({ enrolmentprice: PRICE * 100 })
        .execute();
      const rivals = await addStudents(db, RIVALS);
      return { classid, rivals };
    });

  /** What the books say of a class once all is done. */
  const bookOf = (classid: string) =>
    school.records(async (db) => {
      const orders = await db.selectFrom('orders').selectAll().where('classid', '=', classid).execute();
      const ids = orders.map(({ _id }) => _id);
      const [row, log, ledger, mails] = await Promise.all([
        db.selectFrom('classes').selectAll().where('_id', '=', classid).executeTakeFirstOrThrow(),
        db.selectFrom('changes').selectAll().where('subjectid', '=', classid).execute(),
        db
          .selectFrom('ledger')
          .selectAll()
          .where('orderid', 'in', ['', ...ids])
          .execute(),
        db.selectFrom('mails').select(['kind', 'ref', 'recipient']).execute(),
      ]);
      const charged = await cards.db
        .selectFrom('cards_intents')
        .select(['id', 'metadata'])
        .where('status', '=', 'succeeded')
        .execute();
      return {
        orders,
        row,
        decisions: log.filter(({ action }) => action === 'decided').length,
        moved: new Map(
          orders.map(({ _id }) => [
            _id,
            ledger.filter(({ orderid }) => orderid === _id).map(({ kind: of }) => of),
          ]),
        ),
        paid: orders
          .filter(({ _id }) => charged.some(({ metadata }) => metadata.includes(_id)))
          .map(({ _id }) => _id),
        twice: mails.length - new Set(mails.map((one) => Object.values(one).join(' '))).size,
        mails,
      };
    });

  const DECIDERS = 6;

  async function rush(runs: boolean) {
    const { classid, rivals } = await prepare();
    let isOver = false;
    const disturbed = disturb(() => isOver);
    const wanted = Promise.all(rivals.map((student, at) => want(student, at, classid)));
    // While many still ask.
    await Promise.race([wanted, sleep(6000)]);
    const answers = await Promise.all(
      Array.from({ length: DECIDERS }, (_, at) =>
        call(at, admin, `/class/${classid}/decide`, { runs: at % 2 === 0 ? runs : !runs, key: `k${at}` }),
      ),
    );
    const outcomes = await wanted;
    // What follows is begun under fire, too.
    await sleep(2 * REACH_MS);
    isOver = true;
    await disturbed;
    return { classid, answers, outcomes };
  }

  /** Lets processes that are not killed finish, some days later for cards that were refused. */
  async function finish() {
    for (const days of [0, 4]) {
      cards.clock.offset += days * DAY_MS + 61_000;
      running = await Promise.all(ports.map((_, at) => start(at)));
      for (const _ of [1, 2]) {
        await cards.repeatEvents();
        await cards.delivered();
        await sleep(3000);
      }
      await Promise.all(running.map(({ stop }) => stop()));
      running = [];
    }
  }

  test('the decision is made once, and money and places agree, whatever dies and whatever is answered', async () => {
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const { classid, answers, outcomes } = await rush(round % 2 === 0);
      await finish();
      const book = await bookOf(classid);
      const { decided, enrolledstudents, heldseats, capacity } = book.row;
      expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => answer?.body.code === 'already-decided')).toHaveLength(DECIDERS - 1);
      expect([book.decisions, book.twice, heldseats, capacity]).toEqual([1, 0, 0, SEATS]);
      const enrolled = book.orders.filter(({ state }) => state === 'enrolled').map(({ _id }) => _id);
      expect(enrolled).toHaveLength(enrolledstudents);
      for (const id of enrolled) expect(book.moved.get(id)).toEqual(['charge']);
      if (decided === 'not') {
        // Not even one card was asked.
        expect([enrolledstudents, book.paid]).toEqual([0, []]);
        const told = book.mails.filter(
          ({ kind: of, ref }) => of === 'class-called-off' && ref.startsWith(classid),
        );
        const reserved = book.orders.filter(({ reservedat }) => reservedat !== null);
        expect(told).toHaveLength(reserved.length);
      } else {
        expect(enrolledstudents).toBeLessThanOrEqual(SEATS);
        expect(book.paid.toSorted()).toEqual(enrolled.toSorted());
      }
      expect(new Set(outcomes)).not.toContain('nothing');
      const wrong = await school.records((db) => findDifferences(db, cards.db));
      expect(wrong).toEqual([]);
      report({
        [`families who wanted ${SEATS} places of a class that was decided to ${decided === 'runs' ? 'run' : 'not run'}`]:
          RIVALS,
        'of them reserved or enrolled': book.orders.filter(
          ({ reservedat, state }) => reservedat !== null || state === 'enrolled',
        ).length,
        'of them enrolled and charged in the end': enrolled.length,
        'decisions asked for at once, and made': `${DECIDERS}, ${book.decisions}`,
        'kills at each step': kills,
      });
    }
  });
});
