import type * as z from 'zod';
import { LEAVING_MS } from '#contract/account/calls.ts';
import type { Erasure } from '#contract/account/schema.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { findSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { type FeatureRows, namesOf } from '#server/features/feature.ts';
import {
  cancelUntil,
  findAllEarned,
  findOrder,
  findPaid,
  findTrialsToCome,
  type Terms,
} from '#server/features/orders/index.ts';
import { endEnrolmentIn } from './end-enrolment.ts';
import { deletePastPlaces, findPastPlaces } from './past-places.ts';
import { type EnrolmentRow, findEnrolments, findNamedEnrolments } from './queries.ts';
import { giveUpUntil } from './trials/give-up-until.ts';
import { findTrialLesson } from './trials/trial-lesson.ts';

/** The terms of this moment, for a transaction. */
async function findTerms(tx: Db): Promise<Terms> {
  const school = await findSchool(tx);
  if (!school) throw new Error('The school has no row of its own.');
  return school;
}

const isInTime = (terms: Terms, enrolment: EnrolmentRow, now: number) => now < cancelUntil(terms, enrolment);

const LEFT = reasonOf('orders.student_left');

/**
 * The trial lessons to come: those after the account is gone go back with it, and those before it is are still
 * there for the family.
 */
async function findTrialLosses(db: Db, learners: ReadonlyMap<string, string>, now: number) {
  const refunds: TrialLoss[] = [];
  const forfeits: TrialLoss[] = [];
  for (const [learnerid, learnername] of learners)
    for (const { lessonid, amount: price, currency } of await findTrialsToCome(db, learnerid)) {
      const lesson = lessonid === null ? undefined : await findTrialLesson(db, lessonid);
      if (!lesson || lesson.endsat <= now) continue;
      const { classname, day: trialday, startsat } = lesson;
      const losses = startsat > now + LEAVING_MS ? refunds : forfeits;
      losses.push({ learnerid, learnername, classname, price, currency, trialday });
    }
  return { refunds, forfeits };
}
type TrialLoss = z.output<typeof Erasure>['refunds'][number];

/** The places that families have. */
export const enrolmentRows = {
  enrolments: {
    columns: { learnerid: { learner: 'place', inUse: { says: 'imports.in_use_enrolled' } } },
    async export(db, family) {
      const names = namesOf(family);
      const enrolments = await findNamedEnrolments(db, [...names.keys()]);
      return {
        enrolments: enrolments.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })),
      };
    },
    /** Places whose money still comes back by the rule, and those whose time for that has passed. */
    async findLosses(db, family, now) {
      const terms = await findTerms(db);
      const learners = namesOf(family);
      const enrolments = await findEnrolments(db, [...learners.keys()]);
      const ids = enrolments.map(({ classid }) => classid);
      const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
      const orderids = enrolments.map(({ _id }) => _id);
      const paid = await findPaid(db, orderids);
      const earned = await findAllEarned(db, orderids, now);
      const places = enrolments.map((enrolment) => ({
        ...enrolment,
        paidby: paid.get(enrolment._id)?.paidby,
        earned: earned.get(enrolment._id) || undefined,
        classname: names.get(enrolment.classid) ?? '',
        learnername: learners.get(enrolment.learnerid) ?? '',
      }));
      const trials = await findTrialLosses(db, learners, now);
      return {
        refunds: [...places.filter((place) => isInTime(terms, place, now)), ...trials.refunds],
        forfeits: [...places.filter((place) => !isInTime(terms, place, now)), ...trials.forfeits],
      };
    },
    /**
     * Ends the places that can still be cancelled: the money goes back by the workers. Others stay, being
     * paid for.
     */
    async eraseLearner(tx, learnerid, { askedat, now, seats }) {
      const terms = await findTerms(tx);
      for (const enrolment of await findEnrolments(tx, [learnerid])) {
        if (!isInTime(terms, enrolment, askedat)) continue;
        const order = await findOrder(tx, enrolment._id);
        if (order) await endEnrolmentIn({ seats }, tx, order, { reason: LEFT, keeps: 'lessons', now });
      }
      for (const trial of await findTrialsToCome(tx, learnerid)) {
        const lesson = trial.lessonid === null ? undefined : await findTrialLesson(tx, trial.lessonid);
        if (lesson && askedat >= giveUpUntil(terms, { ...lesson, movedat: null })) continue;
        await endEnrolmentIn({ seats }, tx, trial, { reason: LEFT, now });
      }
    },
    example: ({ now, id, learnerid, childid, classid }) =>
      [
        { _id: id('order'), learnerid },
        { _id: id('order-of-child'), learnerid: childid },
      ].map((enrolment) => ({
        ...enrolment,
        classid,
        transactionId: enrolment._id,
        price: 6000,
        currency: 'usd',
        date: now,
        canceluntil: null,
      })),
    recovery: { stays: 'A place is seen on the first page and can be cancelled.' },
  },
  pastplaces: {
    columns: {
      learnerid: {
        learner: 'moves',
        inUse: { goes: 'Of a place that has ended there is an order, which keeps the learner.' },
      },
    },
    async export(db, family) {
      const names = namesOf(family);
      const past = await findPastPlaces(db, [...names.keys()]);
      return { pastplaces: past.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deletePastPlaces(tx, learnerid),
    example: ({ now, id, learnerid, classid }) => [
      { _id: id('past-place'), learnerid, classid, begunat: now - 2, endedat: now - 1 },
    ],
    recovery: { stays: 'Says only who had a place when.' },
  },
} satisfies FeatureRows;
