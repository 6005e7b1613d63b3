import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/*
 * A class is called off in which two families have two places each, paid together with a place that stands,
 * and the process is killed at each step.
 */

/** How often a point is reached before the process dies there. */
const POINTS: readonly (readonly [at: Checkpoint, nth: number])[] = [
  ['inside-calling-off', 1],
  ['called-off', 1],
  ['inside-places-ending', 1],
  ['inside-places-ending', 2],
  ['places-ended', 1],
  ['places-ended', 2],
  ['refund-amount-kept', 2],
  ['refund-made', 3],
  ['inside-returns', 2],
  ['returns-committed', 1],
];
const HOUR_MS = 60 * 60_000;
const REACH_MS = 4000;
const FEE = 60;

type Course = { classid: string; stands: string; parents: Student[] };

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    admin = await school.records(async (db) => {
      const [someone] = await addStudents(db, 1);
      await db.updateTable('users').set({ role: 'admin' }).execute();
      return someone as Student;
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  async function payForThree(url: string, { classid, stands }: Course, parent: Student) {
    const [ada = '', bo = ''] = parent.children;
    const items = [
      { classid, learnerid: ada },
      { classid, learnerid: bo },
      { classid: stands, learnerid: ada },
    ];
    const opened = await school.call(url, parent, '/checkout', { items });
    const { id: transactionId } = await cards.confirm(opened?.body.clientSecret ?? '');
    const paid = { email: parent.email, transactionId, price: 3 * FEE };
    const recorded = await school.call(url, parent, `/payments/${classid}`, paid);
    expect(recorded?.status).toBe(200);
  }

  const callOff = (url: string, { classid }: Course) =>
    school.call(url, admin, `/class/${classid}/calloff`, {
      reason: 'The hall is being repaired.',
      refund: 'whole',
      key: classid,
    });

  async function killAt([at, nth]: (typeof POINTS)[number], course: Course) {
    const running = await school.start({ crash: { at, nth } });
    await callOff(running.url, course);
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    return end;
  }

  test('every place ends, its money goes back once and one mail says so, whatever point the process dies at', async () => {
    const courses = await school.records((db) =>
      Promise.all(
        POINTS.map(
          async (): Promise<Course> => ({
            classid: await addClass(db, 9),
            stands: await addClass(db, 9),
            parents: await addParents(db, 2, 2),
          }),
        ),
      ),
    );
    const shop = await school.start();
    for (const course of courses)
      for (const parent of course.parents) await payForThree(shop.url, course, parent);
    await cards.delivered();
    await shop.stop();

    for (const [at, point] of POINTS.entries())
      expect(await killAt(point, courses[at] as Course), point.join(' ')).toBe('SIGKILL');
    for (const _ of [1, 2]) {
      cards.clock.offset += HOUR_MS;
      const running = await school.start();
      // Of a call that died before it was committed nothing is left: it is made again.
      for (const course of courses) expect((await callOff(running.url, course))?.status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, REACH_MS));
      await cards.delivered();
      await running.stop();
    }

    const refunds = await cards.db.selectFrom('cards_refunds').selectAll().execute();
    expect(refunds.map(({ amount }) => amount)).toEqual(Array(4 * POINTS.length).fill(100 * FEE));
    await school.records(async (db) => {
      expect(await findDifferences(db, cards.db)).toEqual([]);
      const mails = await db.selectFrom('mails').select(['kind', 'ref', 'recipient']).execute();
      const lines = await db
        .selectFrom('changes')
        .select('subjectid')
        .where('action', '=', 'called-off')
        .execute();
      const enrolments = await db.selectFrom('enrolments').select('classid').execute();
      const left = await db.selectFrom('calloffs').select('workat').execute();
      expect(left).toEqual(courses.map(() => ({ workat: null })));
      for (const { classid, stands, parents } of courses) {
        expect(enrolments.filter((one) => one.classid === classid)).toEqual([]);
        expect(enrolments.filter((one) => one.classid === stands)).toHaveLength(2);
        expect(lines.filter(({ subjectid }) => subjectid === classid)).toHaveLength(1);
        for (const { email } of parents) {
          const told = mails.filter(({ recipient, kind: of }) => recipient === email && of !== 'enrolled');
          expect(told.map(({ kind: of }) => of)).toEqual(['class-called-off']);
        }
      }
    });
  });
});
