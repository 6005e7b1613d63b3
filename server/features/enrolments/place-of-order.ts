import type { Db } from '#server/database/schema.ts';
import { countFree, endGuests, findGuest, insertGuest } from '#server/features/catchups/index.ts';
import type { OrderRow, Payments } from '#server/features/orders/index.ts';
import { isHeld, lockTrialLesson } from './trials/trial-lesson.ts';

/*
 * What an order holds and takes: a seat of its class, or, of a trial, the place of a guest in one lesson. No
 * other code knows the difference. An order that is being paid for holds the place of a guest by itself, as
 * `FREE_FOR_GUESTS` counts it.
 */

type OrderOfClass = Pick<OrderRow, '_id' | 'learnerid' | 'lessonid'> & { classid: string };
type Seating = Pick<Payments, 'seats'>;

/**
 * Holds the place of an order that is in the records as one that holds it; `until` where a seat was offered
 * to its learner. Undefined where there is none.
 */
export async function holdPlace(
  { seats }: Seating,
  tx: Db,
  { _id: orderid, learnerid, classid, lessonid }: OrderOfClass,
  now: number,
): Promise<{ until: number | null } | undefined> {
  if (lessonid === null) return seats.hold(tx, { learnerid, classid, orderid, now });
  const lesson = await lockTrialLesson(tx, { lessonid, learnerid });
  const isFree = lesson && isHeld(lesson) && lesson.startsat > now && (await countFree(tx, lessonid)) >= 0;
  return isFree ? { until: null } : undefined;
}

/**
 * Makes the place that an order holds a taken one, and gives the class's name; undefined where the class, or
 * the lesson, is no longer to be had.
 */
export async function takePlace(
  { seats }: Seating,
  tx: Db,
  { _id: orderid, learnerid, classid, lessonid }: OrderOfClass,
  now: number,
): Promise<string | undefined> {
  if (lessonid === null) return seats.enrol(tx, { classid, orderid, now });
  const lesson = await lockTrialLesson(tx, { lessonid, learnerid });
  if (!lesson || !isHeld(lesson) || (await findGuest(tx, { lessonid, learnerid }))) return undefined;
  await insertGuest(tx, { lessonid, learnerid, fromlessonid: null, now });
  return lesson.classname;
}

/** Gives back what an order held that holds nothing any more. */
export async function releasePlace(
  { seats }: Seating,
  tx: Db,
  { _id: orderid, classid, lessonid }: Pick<OrderRow, '_id' | 'classid' | 'lessonid'>,
  now: number,
): Promise<void> {
  if (lessonid === null && classid !== null) await seats.release(tx, { classid, orderid, now });
}

/** Frees what an order had taken. */
export async function freePlace(
  { seats }: Seating,
  tx: Db,
  { learnerid, classid, lessonid }: Omit<OrderOfClass, '_id'>,
  now: number,
): Promise<void> {
  if (lessonid === null) await seats.free(tx, { classid, now });
  else await endGuests(tx, { lessonids: [lessonid], learnerid, kind: 'trial', now });
}
