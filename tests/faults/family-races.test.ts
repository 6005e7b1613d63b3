import { afterAll, beforeAll, expect, test } from 'vitest';
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

/*
 * What one family may keep from the others is bounded where its calls come to two processes of one school at
 * the same moment: places that are held, and offers of a class.
 */

const HOUR_MS = 60 * 60_000;
/** Each with a class of its own. */
const FAMILIES = 8;
/** Who pays for the children of one family: the parent and guardians. */
const PAYERS = 6;
/** What a family may have held of a class with so many places. */
const PLACES = 16;
const HELD_MAX = 4;
const TRIES_MAX = 5;
const ENV = { ENROLMENT_PRICE: 'class' };

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
async function startTwo() {
  processes = [await school.start({ env: ENV }), await school.start({ env: ENV, port: await freePort() })];
}
async function stopTwo() {
  await cards.delivered();
  await Promise.all(processes.map((one) => one.stop()));
  processes = [];
}

/** Asks one of the processes, by turns; 503 asks to come again. */
async function ask(turn: number, student: Student, path: string, body: object) {
  const { url } = processes[turn % 2] as Running;
  for (let tries = 1; tries < TRIES_MAX; tries++) {
    const answer = await school.call(url, student, path, body);
    if (answer && answer.status !== 503) return answer;
  }
  throw new Error(`${path} was not answered.`);
}

test('a family has four places of a class held, however many of its guardians pay at once at two processes', async () => {
  const families = await school.records(async (db) => {
    const parents = await addParents(db, FAMILIES, 2 * PAYERS);
    return Promise.all(
      parents.map(async (parent) => {
        const guardians = await addStudents(db, PAYERS - 1);
        const rights = { mayenrol: 1, maypay: 1, getsmail: 0, createdat: 0 } as const;
        const rows = guardians.flatMap(({ userid }) =>
          parent.children.map((learnerid) => ({ ...rights, userid, learnerid })),
        );
        await db.insertInto('guardians').values(rows).execute();
        return { parent, payers: [parent, ...guardians], classid: await addClass(db, PLACES) };
      }),
    );
  });
  await startTwo();
  const answers = await Promise.all(
    families.map(({ parent: { children }, payers, classid }, family) =>
      Promise.all(
        payers.map((payer, at) => {
          const items = children.slice(2 * at, 2 * at + 2).map((learnerid) => ({ learnerid, classid }));
          return ask(family + at, payer, '/checkout', { items });
        }),
      ),
    ),
  );
  const outcomes = answers.map((all) => all.map(({ status, body }) => body.code ?? status).sort());
  const held = await school.records((db) =>
    db.selectFrom('classes').select(['_id', 'heldseats', 'availableseat']).execute(),
  );
  const most = Math.max(...held.map(({ heldseats }) => heldseats));
  report({
    'checkouts of guardians at once': FAMILIES * PAYERS,
    'most places that one family got held of a class': most,
  });
  const refused = Array.from({ length: PAYERS - HELD_MAX / 2 }, () => 'too-many-held');
  expect(outcomes).toEqual(families.map(() => [200, 200, ...refused]));
  expect(held.map(({ heldseats, availableseat }) => [heldseats, availableseat])).toEqual(
    families.map(() => [HELD_MAX, PLACES - HELD_MAX]),
  );
  await stopTwo();
  cards.clock.offset += HOUR_MS;
  await startTwo();
  await stopTwo();
  expect(await school.records((db) => findDifferences(db, cards.db))).toEqual([]);
});

test('a family has one offer of a class open, however many places come free at once at two processes', async () => {
  const SEATS = 8;
  const rounds = await school.records((db) =>
    Promise.all(
      Array.from({ length: FAMILIES }, async () => ({
        classid: await addClass(db, SEATS, 0),
        holders: await addStudents(db, SEATS),
        parents: await addParents(db, 2, 6),
        adult: (await addStudents(db, 1))[0] as Student,
      })),
    ),
  );
  await startTwo();
  const offers = await Promise.all(
    rounds.map(async ({ classid, holders, parents, adult }) => {
      const enrolled = await Promise.all(
        holders.map((holder, at) => ask(at, holder, `/enrol/${classid}`, {})),
      );
      expect(enrolled.map(({ status }) => status)).toEqual(holders.map(() => 200));
      const waits = parents.flatMap((parent) =>
        parent.children.map((learnerid) => [parent, { classid, learnerid }] as const),
      );
      const waiting = await Promise.all(
        [...waits, [adult, { classid }] as const].map(([who, body], at) => ask(at, who, '/waitlist', body)),
      );
      expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 200));
      const left = await Promise.all(
        holders.map((holder, at) =>
          ask(at, holder, `/enrolments/${enrolled[at]?.body.result?.insertedId}/cancel`, {}),
        ),
      );
      expect(left.map(({ status }) => status)).toEqual(holders.map(() => 200));
      return school.records((db) =>
        db
          .selectFrom('waitlist')
          .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
          .select('learners.userid')
          .where('waitlist.classid', '=', classid)
          .where('waitlist.state', '=', 'offered')
          .execute(),
      );
    }),
  );
  const familyOf = (offered: (typeof offers)[number]) => offered.map(({ userid }) => userid).sort();
  const most = Math.max(...offers.map((offered) => offered.length - new Set(familyOf(offered)).size + 1));
  report({
    'places that came free at once, with families waiting': FAMILIES * SEATS,
    'most offers of a class that one family had': most,
  });
  expect(offers.map(familyOf)).toEqual(
    rounds.map(({ parents, adult }) => [...parents, adult].map(({ userid }) => userid).sort()),
  );
  await stopTwo();
  const seats = await school.records((db) =>
    db
      .selectFrom('classes')
      .select(['heldseats', 'availableseat', 'enrolledstudents'])
      .where(
        '_id',
        'in',
        rounds.map(({ classid }) => classid),
      )
      .execute(),
  );
  expect(seats).toEqual(rounds.map(() => ({ heldseats: 3, availableseat: SEATS - 3, enrolledstudents: 0 })));
});
