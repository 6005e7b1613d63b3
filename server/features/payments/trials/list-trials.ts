import type * as z from 'zod';
import { TRIAL_LESSONS_MAX, TRIALS_MAX } from '#contract/trials/calls.ts';
import type { Trial, TrialOffer } from '#contract/trials/schema.ts';
import { LESSON_ROOM } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import { FREE_FOR_GUESTS } from '#server/features/catchups/index.ts';
import { findClass, isUndecided } from '#server/features/classes/index.ts';
import { giveUpUntil } from '#server/features/enrolments/index.ts';
import type { LearnerNames } from '#server/features/learners/index.ts';
import { holdsSeat, isPaid, type Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { priceOfTrial } from './price-of-trial.ts';
import { findTrialsOff } from './take-off.ts';

/**
 * What can be tried of a class: nothing while it may still be that it does not run. `willChange` is told when the
 * first of these lessons begins. Throws `class-not-found`.
 */
export async function offerTrials(
  {
    db,
    terms,
    now,
    willChange,
  }: Pick<Payments, 'db' | 'terms' | 'now'> & { willChange: (at: number) => void },
  classid: string,
): Promise<z.output<typeof TrialOffer>> {
  const wanted = await findClass(db, classid);
  ensure(wanted?.status === 'approved', 'class-not-found');
  const school = await terms();
  const { trialprice } = wanted;
  if (trialprice === null || isUndecided(wanted))
    return { price: null, currency: school.currency, lessons: [] };
  const lessons = await db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.startsat', 'lessons.endsat', LESSON_ROOM.as('room')])
    .select(FREE_FOR_GUESTS.as('free'))
    .where('lessons.classid', '=', classid)
    .where('lessons.startsat', '>', now())
    .where('lessons.state', '<>', 'cancelled')
    .where('lessons.removedat', 'is', null)
    .where(FREE_FOR_GUESTS, '>', 0)
    .orderBy('lessons.startsat')
    .limit(TRIAL_LESSONS_MAX)
    .execute();
  const [first] = lessons;
  if (first) willChange(first.startsat);
  return {
    price: priceOfTrial(school, trialprice),
    currency: school.currency,
    lessons: lessons.map((lesson) => ({ ...lesson, free: Number(lesson.free) })),
  };
}

/** The trial lessons of learners as an account that looks after them reads them, the newest first. */
export async function listTrials(
  { db, terms, now }: Pick<Payments, 'db' | 'terms' | 'now'>,
  { userid, names }: { userid: string; names: LearnerNames },
): Promise<z.output<typeof Trial>[]> {
  const school = await terms();
  const moment = now();
  const learnerids = [...names.keys()];
  const found = await findTrials(db, learnerids);
  const off = await findTrialsOff(db, school, { learnerids, now: moment });
  return found
    .filter((order) => isPaid(order) || (holdsSeat(order) && order.userid === userid))
    .map(({ day, movedat, lessonstate, trialat, ...trial }) => {
      const { startsat, endsat, state, holduntil } = trial;
      const isThere = startsat !== null && endsat !== null && day !== null && lessonstate !== 'cancelled';
      const until =
        isThere && state === 'enrolled' ? giveUpUntil(school, { day, endsat, movedat: movedat ?? null }) : 0;
      return {
        ...trial,
        startsat: startsat ?? trialat,
        learnername: names.get(trial.learnerid) ?? '',
        price: trial.amount,
        state: holdsSeat(trial)
          ? ('paying' as const)
          : state !== 'enrolled'
            ? ('ended' as const)
            : endsat === null || endsat <= moment
              ? ('over' as const)
              : ('booked' as const),
        holduntil: holdsSeat(trial) ? holduntil : undefined,
        off: off.find(({ trialid }) => trialid === trial._id)?.cents,
        giveupuntil: until > moment ? until : undefined,
        paidbyother: trial.userid === userid ? undefined : (true as const),
      };
    });
}

const findTrials = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('lessons', 'lessons._id', 'orders.lessonid')
    .leftJoin('guests', (join) =>
      join
        .onRef('guests.lessonid', '=', 'orders.lessonid')
        .onRef('guests.learnerid', '=', 'orders.learnerid'),
    )
    .select(['orders._id', 'orders.learnerid', 'orders.userid', 'orders.amount', 'orders.currency'])
    .select(['orders.state', 'orders.holduntil', 'orders.reason', 'orders.trialat'])
    .select(['classes._id as classid', 'classes.classname', 'lessons.day', 'lessons.startsat'])
    .select(['lessons.endsat', 'lessons.state as lessonstate', 'guests.movedat', LESSON_ROOM.as('room')])
    .select((of) => of.ref('orders.lessonid').$notNull().as('lessonid'))
    .where('orders.learnerid', 'in', learnerids)
    .where('orders.lessonid', 'is not', null)
    .orderBy('orders._id', 'desc')
    .limit(TRIALS_MAX)
    .execute();
