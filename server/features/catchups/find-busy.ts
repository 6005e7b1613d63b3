import { prepared } from '#server/database/prepared.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import type { Db, OrderState } from '#server/database/schema.ts';

/** No lesson is longer, so that one that is at work is found among those that began since. */
const LESSON_MAX_MS = 10 * 60 * 60_000;

/** Of an order that is being paid for. */
const PAYING: readonly OrderState[] = ['held', 'intent', 'expiring'];

type Span = { from: number; to: number };

/**
 * When a learner is to be in lessons that are held at any moment of a span of time: of classes in which they
 * have a place, but for those that they miss, and as a guest, also of a trial that is being paid for.
 */
export const findBusy = (db: Db, { from, ...ask }: Span & { learnerid: string }) =>
  busy(db, { ...ask, from, since: from - LESSON_MAX_MS });

const busy = prepared((db, { learnerid, since, from, to }: Span & { learnerid: string; since: number }) =>
  db
    .selectFrom('enrolments')
    .innerJoin('lessons', 'lessons.classid', 'enrolments.classid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'classes.classname', 'lessons.startsat', 'lessons.endsat'])
    .where('enrolments.learnerid', '=', learnerid)
    .where('lessons.startsat', '>', since)
    .where('lessons.startsat', '<', to)
    .where('lessons.endsat', '>', from)
    .where('lessons.state', '<>', 'cancelled')
    .where('lessons.startsat', '>=', PLACE_BEGINS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('absences')
            .select('absences.lessonid')
            .whereRef('absences.lessonid', '=', 'lessons._id')
            .whereRef('absences.learnerid', '=', 'enrolments.learnerid'),
        ),
      ),
    )
    .union(
      db
        .selectFrom('guests')
        .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
        .innerJoin('classes', 'classes._id', 'lessons.classid')
        .select(['lessons._id', 'classes.classname', 'lessons.startsat', 'lessons.endsat'])
        .where('guests.learnerid', '=', learnerid)
        .where('lessons.startsat', '>', since)
        .where('lessons.startsat', '<', to)
        .where('lessons.endsat', '>', from)
        .where('lessons.state', '<>', 'cancelled'),
    )
    .union(
      db
        .selectFrom('orders')
        .innerJoin('lessons', 'lessons._id', 'orders.lessonid')
        .innerJoin('classes', 'classes._id', 'lessons.classid')
        .select(['lessons._id', 'classes.classname', 'lessons.startsat', 'lessons.endsat'])
        .where('orders.learnerid', '=', learnerid)
        .where('orders.lessonid', 'is not', null)
        .where('orders.state', 'in', PAYING)
        .where('lessons.startsat', '>', since)
        .where('lessons.startsat', '<', to)
        .where('lessons.endsat', '>', from)
        .where('lessons.state', '<>', 'cancelled'),
    ),
);
