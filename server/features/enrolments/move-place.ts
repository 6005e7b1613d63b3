import { isOffice } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { passBilledLessonsOn } from '#server/features/billing/index.ts';
import { endGuestsOfClass, endNotices } from '#server/features/catchups/index.ts';
import { checkAge, findClassesById } from '#server/features/classes/index.ts';
import { findLearner, findPayer, mayActFor } from '#server/features/learners/index.ts';
import { joinClass, lockTimetable } from '#server/features/lessons/index.ts';
import {
  findOpenOrder,
  findOrder,
  lockOrders,
  logPayment,
  mayMove,
  type OrderRow,
  type Payments,
  passOrderOn,
  type Terms,
} from '#server/features/orders/index.ts';
import { deleteSelectionOf, markSelection } from '#server/features/selections/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { notifyMoved } from './letters/notify-moved.ts';
import { notifyOfMove } from './letters/notify-of-enrolment.ts';
import { findEnrolment, moveEnrolment } from './queries.ts';

type Mover = Pick<Caller, '_id' | 'learnerid' | 'name' | 'role'>;

type MoveInput = {
  id: string;
  /** Who takes the place. */
  learnerid: string;
  /** Who had it when the caller read it. */
  was?: string;
  confirmage?: boolean;
  confirmclash?: boolean;
  caller: Mover;
};

/** A place with the class it is in, as it is locked. */
type PlaceOrder = OrderRow & { classid: string };

/**
 * Gives a place to another learner of the same family, by the rules of enrolling: what was paid, the
 * receipt's number and the time for cancelling stay. A family may until the first lesson of the place, the
 * office always. The same again changes nothing. Throws `enrolment-not-found`, `learner-not-found`,
 * `changed-meanwhile`, `other-family`, `other-payer`, `move-too-late` and what stands in the way of
 * enrolling.
 */
export async function movePlace(payments: Payments, input: MoveInput): Promise<void> {
  const { db, now, changed } = payments;
  const terms = await payments.terms();
  try {
    await transact(db, (tx) => moveIn(payments, tx, { ...input, terms, now: now() }));
  } catch (error) {
    // A payment for the same learner and class began in this moment.
    if (isUniqueViolation(error)) throw new AppError('seat-held');
    throw error;
  }
  changed();
}

type Moving = MoveInput & { terms: Pick<Terms, 'timezone'>; now: number };

async function moveIn(payments: Payments, tx: Db, input: Moving): Promise<void> {
  const { learnerid: to, was, caller, confirmclash = false, now } = input;
  const { order, account } = await lockPlace(tx, input);
  const { _id, classid, learnerid: from } = order;
  const byOffice = isOffice(caller.role);
  // As they are now, with both learners locked.
  if (!byOffice) await requireRights(tx, caller, [from, to]);
  const family = await findPayer(tx, to);
  ensure(family, 'learner-not-found');
  ensure(family === account, 'other-family');
  ensure(was === undefined || was === from, 'changed-meanwhile');
  if (from === to) return;
  await requireReceiptReader(tx, order, { account, to });
  const enrolment = await findEnrolment(tx, _id);
  ensure(enrolment, 'enrolment-not-found');
  ensure(byOffice || mayMove(enrolment, now), 'move-too-late');
  await refuseSecondPlace(tx, { learnerid: to, classid });
  await requireAge(tx, order, input);
  await payments.seats.leave(tx, { learnerid: to, classid, now });
  await joinClass(tx, { learnerid: to, classid, confirmed: confirmclash, now });

  const moved = await passOrderOn(tx, order, { learnerid: to, now });
  await moveEnrolment(tx, { id: _id, learnerid: to, now });
  await passBilledLessonsOn(tx, { from, to, classid, now });
  await endNotices(tx, { learnerid: from, classid, now });
  await endGuestsOfClass(tx, { learnerid: to, classid, from: now });
  await deleteSelectionOf(tx, { learnerid: from, classid });
  await markSelection(tx, { learnerid: to, classid, enrolled: 1 });
  payments.checkpoint('inside-move');
  const ref = `${_id}.${newId(now)}`;
  await logPayment(tx, moved, { actor: caller, action: 'place-moved', learnerid: to, before: from, now });
  await notifyOfMove(tx, moved, { from, ref, now });
  await notifyMoved(tx, moved, { from, ref, isOffice: byOffice, now });
}

/**
 * The place as it is now and the account of who has it, both locked until the transaction ends, with the
 * class and both learners: an account that is being deleted, a cancellation and another move come before or
 * after. Throws `enrolment-not-found`.
 */
async function lockPlace(
  tx: Db,
  { id, learnerid: to }: MoveInput,
): Promise<{ order: PlaceOrder; account: string }> {
  const found = await findOrder(tx, id);
  const account = found && (await findAccount(tx, found.learnerid));
  ensure(account && (await lockUser(tx, account)), 'enrolment-not-found');
  const order = (await lockOrders(tx, found)).find(({ _id }) => _id === id);
  ensure(order?.state === 'enrolled' && order.classid !== null, 'enrolment-not-found');
  const { classid } = order;
  await lockTimetable(tx, { classids: [classid], learnerids: [order.learnerid, to] });
  ensure((await findAccount(tx, order.learnerid)) === account, 'changed-meanwhile');
  return { order: { ...order, classid }, account };
}

/** The account of a learner, without a lock of its own: the locks come in one order. */
async function findAccount(tx: Db, learnerid: string): Promise<string | undefined> {
  const learner = tx.selectFrom('learners').select('userid').where('_id', '=', learnerid);
  return (await learner.executeTakeFirst())?.userid ?? undefined;
}

/**
 * A place ends and one is chosen and paid for: a guardian needs both rights, over both learners. Throws
 * `learner-not-found`.
 */
async function requireRights(tx: Db, caller: Mover, learnerids: readonly string[]): Promise<void> {
  for (const learnerid of learnerids) {
    const { mayenrol } = await findLearner(tx, caller, learnerid, 'pay');
    ensure(mayenrol, 'learner-not-found');
  }
}

/**
 * The receipt names who has the place, so the place goes to no learner whom its payer does not look after;
 * and what one parent paid for a child is not the other's to give away. Throws `other-payer`.
 */
async function requireReceiptReader(
  tx: Db,
  { userid }: OrderRow,
  { account, to }: { account: string; to: string },
): Promise<void> {
  if (userid === null || userid === account) return;
  ensure(await mayActFor(tx, { _id: userid, learnerid: to }, to, 'see'), 'other-payer');
}

/** Throws `already-enrolled` or `seat-held`. */
async function refuseSecondPlace(tx: Db, place: { learnerid: string; classid: string }): Promise<void> {
  const open = await findOpenOrder(tx, place);
  if (!open) return;
  ensure(open.state === 'enrolled', 'seat-held');
  const { learnername } = (await findNamedLearners(tx, [place.learnerid])).get(place.learnerid) ?? {};
  throw new AppError('already-enrolled', {
    detail: () =>
      learnername
        ? t('errors.learner_already_enrolled', { learner: learnername })
        : t('errors.this_learner_already_enrolled'),
  });
}

/** Throws `age-outside` or `born-missing`; the office may know better. */
async function requireAge(tx: Db, { classid }: PlaceOrder, input: Moving): Promise<void> {
  const { learnerid, caller, confirmage = false, terms, now } = input;
  const byOffice = isOffice(caller.role);
  const [limits] = byOffice && confirmage ? [] : await findClassesById(tx, [classid]);
  if (!limits) return;
  const reader = byOffice ? 'office' : 'family';
  await checkAge(tx, limits, { learnerid, day: schoolDay(terms, now), now, reader });
}
