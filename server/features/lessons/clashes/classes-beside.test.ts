import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertConfirmed } from '#server/features/lessons/queries.ts';
import { insertOrder } from '#server/features/orders/queries.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { besideOf } from './classes-beside.ts';

const RUNS = 40;
const LEARNERS = 2;
const CLASSES = 5;
/** The class that is asked about. */
const OWN = 2;

let school: TestSchool;
let learners: { userid: string; learnerid: string }[];

beforeAll(async () => {
  school = await openTestSchool();
  const people = await Promise.all(Array.from({ length: LEARNERS }, () => school.signIn('student')));
  learners = people.map(({ user, learnerid }) => ({ userid: user._id, learnerid }));
});
afterAll(() => school.close());

const place = fc.record({
  learner: fc.nat(LEARNERS - 1),
  at: fc.nat(CLASSES - 1),
  how: fc.constantFrom('enrolled', 'held'),
});
/** Of most pairs one is the class that is asked about. */
const known = fc.record({
  learner: fc.nat(LEARNERS - 1),
  pair: fc.oneof(
    fc.constantFrom<number[]>([0, 2], [1, 2], [2, 3], [2, 4]),
    fc.subarray([0, 1, 2, 3, 4], { minLength: 2, maxLength: 2 }),
  ),
});
const asked = fc.array(fc.uniqueArray(fc.nat(CLASSES - 1)), { minLength: 1, maxLength: 6 });

test('a class is beside another where one learner is in both whose payer does not know, whatever is asked before', async () => {
  const { db } = school;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(place, {
        selector: ({ learner, at }) => `${learner} ${at}`,
        minLength: 5,
        maxLength: 12,
      }),
      fc.array(known, { maxLength: 4 }),
      asked,
      async (places, pairs, questions) => {
        const classes = await Promise.all(Array.from({ length: CLASSES }, () => school.addClass()));
        const classids = classes.map(({ _id }) => _id).sort();
        const idOf = (at: number) => classids[at] ?? '';
        for (const { learner, at, how } of places) {
          const who = learners[learner] ?? { userid: '', learnerid: '' };
          const of = { ...who, classid: idOf(at) };
          if (how === 'enrolled') await takeClass(db, of);
          else await insertOrder(db, { ...of, amount: 0, currency: 'usd', holduntil: 0, now: 0 });
        }
        for (const { learner, pair } of pairs)
          await insertConfirmed(db, {
            learnerid: learners[learner]?.learnerid ?? '',
            classid: idOf(pair[0] ?? 0),
            others: [idOf(pair[1] ?? 1)],
            now: 0,
          });
        const isIn = (learner: number, at: number) =>
          places.some((one) => one.learner === learner && one.at === at);
        const isKnown = (learner: number, at: number) =>
          pairs.some((one) => one.learner === learner && one.pair.includes(OWN) && one.pair.includes(at));
        const isBeside = (at: number) =>
          at !== OWN &&
          learners.some((_, learner) => isIn(learner, OWN) && isIn(learner, at) && !isKnown(learner, at));
        // Asked about one in the middle: a pair that is known has its classes in the order of their ids.
        const ask = besideOf(db, idOf(OWN));
        for (const question of questions) expect(await ask(question.map(idOf))).toBe(question.some(isBeside));
        for (const at of classids.keys())
          expect(await besideOf(db, idOf(OWN))([idOf(at)])).toBe(isBeside(at));
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});
