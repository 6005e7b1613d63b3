import { AGES_CROSSED, areAgesInOrder, OFFICE_FIELDS } from '#contract/classes/form.ts';
import type { AgeLimits } from '#contract/learners/ages.ts';
import { isOffice } from '#contract/users/calls.ts';
import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { type Caller, lockUser, lockUserByEmail } from '#server/auth/queries.ts';
import { approvalOf, approvalWith, changedSinceApproval } from '#server/database/rows/approval.ts';
import { ensureListed } from '#server/database/rows/lists.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { findInstrumentsById } from '#server/features/instruments/index.ts';
import {
  cancelLessons,
  fitSeats,
  handOverLessons,
  holdClosures,
  mayHandOverLessons,
} from '#server/features/lessons/index.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';
import { ensure, faultIn, fieldFault } from '#server/http/errors.ts';
import { isUndecided } from './admission/is-undecided.ts';
import { notifyOfClass } from './notify-of-class.ts';
import {
  notifyApproved,
  notifyChanged,
  notifyDeleted,
  notifyDenied,
  notifyFeedback,
  notifyHandedOver,
  notifyWaiting,
  untellWaiting,
} from './notify-people.ts';
import * as queries from './queries.ts';
import type { Seats } from './seats/seats.ts';

/** Why the lessons of a deleted class are cancelled. */
export const NOT_OFFERED = reasonOf('orders.class_not_offered');

type Classes = { db: Db; seats: Seats };

/** Cancels what is owed for places in a class, in the transaction that deletes it. */
export type StrikeDebts = (
  tx: Db,
  options: { classid: string; classname: string; actor: Actor; now: number },
) => Promise<void>;

/** Has the lessons that a class plans held by another account. */
export type UpdateTeacherOfPlans = (tx: Db, classid: string, teacherid: string) => Promise<void>;

/** Notes that a class or a post is submitted again; gives whether the school wrote beside it since the last time. */
export type ResubmitReview = (tx: Db, of: { id: string; now: number }) => Promise<boolean>;

/** What an instructor reads of a class and does not change. */
const OFFICE_ONLY: ReadonlySet<string> = new Set(Object.keys(OFFICE_FIELDS));

/** Which class is changed, who does it, and when (epoch milliseconds). */
type ChangeOptions<A = Actor> = { id: string; actor: A; now: number };
type ChangedClass = Pick<queries.ClassRow, '_id' | 'classname'>;

/** What the log keeps of every change of a class. */
const about = ({ _id, classname }: ChangedClass, { actor, now }: { actor: Actor; now: number }) => ({
  about: 'class' as const,
  subjectid: _id,
  subjectname: classname,
  actor,
  now,
});

/** A new class; an admin names who teaches it. */
type NewClass = queries.ClassInput & queries.MadeOfWishes & { instructoremail?: string };

/**
 * Adds a class, pending, and gives its id: an instructor's own, or an admin's for an instructor. Throws
 * `session-ended` where the instructor's account is being deleted and `forbidden` where they are none any
 * more; for an admin without an instructor `invalid-input`, and for one who names an account that does not
 * teach `not-an-instructor`.
 */
export async function addClass(
  db: Db,
  { instructoremail, ...input }: NewClass,
  { actor, now }: { actor: Caller; now: number },
): Promise<string> {
  ensureAgesInOrder(input);
  return transact(db, async (tx) => {
    await ensureOfLists(tx, input);
    const teacher = await (isOffice(actor.role) ? lockInstructor(tx, instructoremail) : lockSelf(tx, actor));
    const filled = await withPicture(tx, input, input.instrumentids);
    const _id = await queries.insertClass(tx, filled, { instructorid: teacher._id, now });
    await insertChange(tx, {
      ...about({ _id, classname: input.classname }, { actor, now }),
      action: 'added',
      after: 'pending',
    });
    await notifyWaiting(tx, input, { actor, now });
    return _id;
  });
}

/**
 * The instructor who adds a class; an account that is being deleted, or turned into a student's, is waited
 * for.
 */
async function lockSelf(tx: Db, { _id }: Caller) {
  const self = await lockUser(tx, _id);
  ensure(self, 'session-ended');
  ensure(self.role === 'instructor', 'forbidden');
  return self;
}

/** Who an admin says will teach: until the end they stay an instructor. */
async function lockInstructor(tx: Db, email: string | undefined) {
  if (email === undefined) throw faultIn('instructoremail', () => t('classes.choose_instructor'));
  const named = await lockUserByEmail(tx, email);
  ensure(named?.role === 'instructor', 'not-an-instructor');
  return named;
}

/**
 * The same with the picture of its first instrument that has one, where no other is given. Throws
 * `instrument-not-found`, and `invalid-input` where there is no picture.
 */
async function withPicture<Input extends Partial<queries.ClassInput>>(
  tx: Db,
  input: Input,
  instrumentids = '',
): Promise<Input> {
  const ids = queries.idsIn(instrumentids);
  if (ids.length > 0 && (input.instrumentids !== undefined || input.image === '')) {
    const instruments = await findInstrumentsById(tx, ids);
    ensure(input.instrumentids === undefined || instruments.length === ids.length, 'instrument-not-found');
    const pictured = instruments.find(({ image }) => image !== '');
    if (input.image === '' && pictured) return { ...input, image: pictured.image };
  }
  if (input.image === '') throw faultIn('image', () => t('common.choose_picture'));
  return input;
}

/**
 * Throws `invalid-input` for a level or a group that the school does not have. The school is held before
 * accounts and classes, as where it is changed.
 */
async function ensureOfLists(tx: Db, { level, group }: Partial<queries.ClassInput>) {
  await ensureListed(tx, 'levels', { field: 'level', value: level });
  await ensureListed(tx, 'groups', { field: 'group', value: group });
}

/**
 * A class is billed by its own price. Throws `invalid-input` where all pay the same fee; until the transaction
 * ends it stays so.
 */
async function ensurePriced(tx: Db, { billing = 'once' }: queries.OfficeInput) {
  if (billing === 'once') return;
  const school = tx.selectFrom('school').select('enrolmentprice').forShare('school');
  const { enrolmentprice } = await school.executeTakeFirstOrThrow();
  if (enrolmentprice !== null) throw fieldFault('billing', () => t('classes.billing_needs_class_price'));
}

type Waiting = Pick<queries.ClassRow, 'runsfrom' | 'decideby'>;

/**
 * How many learners a class needs and by which day stand together, and are not changed any more once that is
 * decided. Who has reserved a place has agreed to both: from then on the number only falls, and the day only comes
 * earlier. Throws `invalid-input`.
 */
async function ensureDecidable(
  tx: Db,
  { found, change, today }: { found: queries.ClassRow; change: Partial<Waiting>; today: string },
): Promise<void> {
  const { runsfrom, decideby, decided } = { ...found, ...change };
  if (runsfrom === found.runsfrom && decideby === found.decideby) return;
  if (decided !== null) throw faultIn('runsfrom', () => t('reservations.already_decided'));
  if (runsfrom !== null && decideby === null) throw faultIn('decideby', () => t('common.choose_day'));
  if (runsfrom === null && decideby !== null) throw faultIn('runsfrom', () => t('reservations.enter_number'));
  if (decideby !== null && decideby !== found.decideby && decideby < today)
    throw faultIn('decideby', () => t('reservations.day_is_over'));
  if (runsfrom !== null && runsfrom > found.capacity)
    throw faultIn('runsfrom', () => t('reservations.more_than_seats', { seats: found.capacity }));
  if (found.runsfrom === null || (await queries.countReserved(tx, found._id)) === 0) return;
  if (runsfrom === null || runsfrom > found.runsfrom)
    throw faultIn('runsfrom', () => t('reservations.only_fewer'));
  if (decideby !== null && found.decideby !== null && decideby > found.decideby)
    throw faultIn('decideby', () => t('reservations.only_earlier'));
}

/** Of the two ages one may be changed alone. Throws `invalid-input`. */
function ensureAgesInOrder(limits: AgeLimits) {
  if (areAgesInOrder(limits)) return;
  throw faultIn(AGES_CROSSED.path, AGES_CROSSED.error);
}

/** The version of a class that the caller has read; without one, the present state is meant. */
type Seen = { version?: number };

const isSeen = ({ editversion }: queries.ClassRow, { version }: Seen) =>
  version === undefined || version >= editversion;

/**
 * Changes what the form edits. What an admin changes of an approved class is approved with it; what its
 * instructor changed before is not. Throws `class-not-found`, `forbidden` where it is another instructor's or
 * an instructor changes what is the office's, and `changed-meanwhile` where the form was read before the last change; seats that were sold since count
 * when seats are what is changed.
 */
export async function updateClass(
  { db, seats }: Classes,
  input: Edit,
  options: ChangeOptions<Caller> & { today: string },
): Promise<void> {
  await transact(db, async (tx) => {
    await ensureOfLists(tx, input);
    await ensurePriced(tx, input);
    await updateClassIn(tx, seats, input, options);
  });
}

type Edit = Partial<queries.ClassInput> & queries.OfficeInput & Seen;

/** The same in the transaction of what changes it, where no value of the school's lists is another. */
export async function updateClassIn(
  tx: Db,
  seats: Seats,
  { version, ...input }: Edit,
  { id, actor, today, now }: ChangeOptions<Caller> & { today: string },
): Promise<void> {
  const found = await lockClassOf(tx, { id, actor });
  const change = await withPicture(tx, input, input.instrumentids ?? found.instrumentids);
  const names = Object.keys(change) as (keyof (queries.ClassInput & queries.OfficeInput))[];
  const changed = names.filter((name) => change[name] !== found[name]);
  if (changed.length === 0) return;
  ensure(isOffice(actor.role) || !changed.some((name) => OFFICE_ONLY.has(name)), 'forbidden');
  ensure(isSeen(found, { version }), 'changed-meanwhile');
  ensureAgesInOrder({ ...found, ...change });
  await ensureDecidable(tx, { found, change, today });
  const isSeatsSeen = version === undefined || version === found.version;
  ensure(isSeatsSeen || !changed.includes('availableseat'), 'changed-meanwhile');
  const { availableseat: free, ...edit } = change;
  if (free !== undefined) await seats.resize(tx, { classid: id, free });
  const updated = await queries.updateClass(tx, id, edit);
  const { capacity } = updated;
  if (capacity > found.capacity) await fitSeats(tx, { classid: id, seats: capacity, now });
  const approvedas = actor.role === 'admin' ? approvalWith(updated, changed) : updated.approvedas;
  const isAsApproved = changedSinceApproval({ ...updated, approvedas }).length === 0;
  const changedat = isAsApproved ? null : (found.changedat ?? now);
  await queries.updateApproval(tx, id, { approvedas, changedat });
  // New seats go to the waiting list before they are shown.
  await seats.offer(tx, { classid: id, now });
  await insertChange(tx, {
    ...about(found, { actor, now }),
    action: 'updated',
    note: changed.join(', '),
  });
  await notifyOfClass(tx, 'class.changed', { classid: id, now });
  await notifyChanged(tx, found, updated, { actor, now });
}

/**
 * Approves a pending class as it stands. Throws `class-not-found`, `already-decided`, `changed-meanwhile`,
 * `not-an-instructor` where who added it is a student now, and `joining-over`.
 */
export async function approveClass(
  { db, seats }: Classes,
  seen: Seen,
  { id, actor, today, now }: ChangeOptions & { today: string },
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const teacher = await lockTeacher(tx, id);
    const found = await lockClass(tx, id);
    ensure(found.status === 'pending', 'already-decided');
    ensure(isSeen(found, seen), 'changed-meanwhile');
    ensure(found.instructorid !== null, 'class-without-teacher');
    ensure(teacher?.role !== 'student', 'not-an-instructor');
    // It would be decided at once, before anyone could join.
    ensure(!isUndecided(found) || (found.decideby ?? today) >= today, 'joining-over');
    const approved = await queries.updateDecision(tx, id, {
      status: 'approved',
      approvedas: approvalOf(found),
    });
    // Made of wishes, it is first for those who wished for it, from now on.
    if (found.wishesuntil !== null) await queries.setWishesUntil(tx, id, now + WISHERS_FIRST_MS);
    // Learners may be waiting since an earlier approval.
    await seats.offer(tx, { classid: id, now });
    await insertChange(tx, {
      ...about(approved, { actor, now }),
      action: 'approved',
      before: 'pending',
      after: 'approved',
    });
    const { _id: classid, instructorid, version } = approved;
    const happening = { type: 'class.approved' as const, timestamp: now, data: { classid, instructorid } };
    // It may be denied and approved again.
    await notifyWebhooks(tx, happening, { ref: `${classid}-${version}` });
    await notifyApproved(tx, approved, { actor, now });
    await untellWaiting(tx, now);
    return approved;
  });
}

/**
 * Approves what an approved class was changed to. Throws `class-not-found`, `nothing-to-accept` and
 * `changed-meanwhile`.
 */
export async function acceptClass(
  db: Db,
  seen: Seen,
  { id, actor, now }: ChangeOptions,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const found = await lockClass(tx, id);
    ensure(found.changedat !== null, 'nothing-to-accept');
    ensure(isSeen(found, seen), 'changed-meanwhile');
    await insertChange(tx, {
      ...about(found, { actor, now }),
      action: 'accepted',
      note: changedSinceApproval(found).join(', '),
    });
    await notifyOfClass(tx, 'class.changed', { classid: id, now });
    return queries.updateDecision(tx, id, { status: 'approved', approvedas: approvalOf(found) });
  });
}

/**
 * Denies a pending class, or takes an approved one off the public list: enrolled students keep it, those who
 * are paying do not, those who wait keep their place for when it comes back. The feedback is the reason.
 * Throws `class-not-found`, `already-decided` for a denied class, and `changed-meanwhile`.
 */
export async function denyClass(
  { db, seats }: Classes,
  { feedback, ...seen }: Seen & { feedback?: string },
  { id, actor, now }: ChangeOptions,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    await seats.suspend(tx, { classid: id, now });
    const found = await lockClass(tx, id);
    ensure(found.status !== 'denied', 'already-decided');
    ensure(isSeen(found, seen), 'changed-meanwhile');
    const denied = await queries.updateDecision(tx, id, { status: 'denied', approvedas: null, feedback });
    await insertChange(tx, {
      ...about(denied, { actor, now }),
      action: 'denied',
      before: found.status,
      after: 'denied',
      note: feedback,
    });
    await notifyOfClass(tx, 'class.changed', { classid: id, now });
    await notifyDenied(tx, denied, {
      wasApproved: found.status === 'approved',
      reason: feedback,
      actor,
      now,
    });
    await untellWaiting(tx, now);
    return denied;
  });
}

/**
 * Puts a class before the admins again that was denied, or that waits and was written beside since it was last
 * submitted, as its instructor asks or an admin. Throws `not-denied`, `class-not-found`, and `forbidden` for another's class.
 */
export async function resubmitClass(
  { db, resubmitReview }: Pick<Classes, 'db'> & { resubmitReview: ResubmitReview },
  { id, actor, now }: ChangeOptions<Caller>,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const found = await lockClassOf(tx, { id, actor });
    const isReviewed = await resubmitReview(tx, { id, now });
    ensure(found.status === 'denied' || (found.status === 'pending' && isReviewed), 'not-denied');
    const resubmitted = await queries.updateDecision(tx, id, { status: 'pending', approvedas: null });
    await insertChange(tx, {
      ...about(resubmitted, { actor, now }),
      action: 'resubmitted',
      before: found.status,
      after: 'pending',
    });
    await notifyOfClass(tx, 'class.changed', { classid: id, now });
    await notifyWaiting(tx, resubmitted, { actor, now });
    return resubmitted;
  });
}

type HandingOver = { updateTeacherOfPlans: UpdateTeacherOfPlans };

/**
 * Hands a class over to an instructor, as it stands, with its lessons to come; enrolled students keep it.
 * Throws `class-not-found`, `not-an-instructor`, `changed-meanwhile` where `was` does not teach it any more,
 * and `teacher-taken` where the new teacher has other lessons at those times.
 */
export async function handOverClass(
  { db, ...handing }: Pick<Classes, 'db'> & HandingOver,
  { email, was }: { email: string; was?: string | null },
  { id, actor, now }: ChangeOptions,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    await holdClosures(tx);
    // Locked before the class, as everywhere: until the end they stay what they are.
    const teacher = await lockUserByEmail(tx, email);
    const found = await lockClass(tx, id);
    ensure(teacher?.role === 'instructor', 'not-an-instructor');
    if (found.instructorid === teacher._id) return found;
    ensure(was === undefined || was === found.instructorid, 'changed-meanwhile');
    return handOver(tx, handing, { found, teacherid: teacher._id, actor, now });
  });
}

/**
 * The same for a new instructor, in the transaction that makes them one and has held closing days: false
 * where the class is deleted, or the instructor has other lessons at the times of its own.
 */
export async function handOverIfFree(
  tx: Db,
  handing: HandingOver,
  { id, teacherid, actor, now }: ChangeOptions & { teacherid: string },
): Promise<boolean> {
  const found = await queries.lockClass(tx, id);
  if (!found) return false;
  const { instructorid: from } = found;
  if (from === teacherid) return true;
  if (!(await mayHandOverLessons(tx, { classid: id, from, to: teacherid, now }))) return false;
  await handOver(tx, handing, { found, teacherid, actor, now });
  return true;
}

type Handed = { found: queries.ClassRow; teacherid: string; actor: Actor; now: number };

async function handOver(
  tx: Db,
  { updateTeacherOfPlans }: HandingOver,
  { found, teacherid, actor, now }: Handed,
): Promise<queries.ClassRow> {
  const { _id: id, instructorid: from } = found;
  const handed = await queries.updateTeacher(tx, id, teacherid);
  await updateTeacherOfPlans(tx, id, teacherid);
  await handOverLessons(tx, { classid: id, from, to: teacherid, actor, now });
  const change = { before: from, after: teacherid };
  await insertChange(tx, { ...about(handed, { actor, now }), action: 'teacher', ...change });
  await notifyOfClass(tx, 'class.changed', { classid: id, now });
  await notifyHandedOver(tx, found, handed, { actor, now });
  return handed;
}

/**
 * Writes feedback for the instructor; what was written before stays in the history. Throws `class-not-found`.
 */
export async function giveFeedback(
  db: Db,
  feedback: string,
  { id, actor, now }: ChangeOptions,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const before = await lockClass(tx, id);
    const changed = await queries.updateFeedback(tx, id, feedback);
    ensure(changed, 'class-not-found');
    await insertChange(tx, { ...about(changed, { actor, now }), action: 'feedback', note: feedback });
    // A second click says nothing new.
    if (before.feedback !== feedback) await notifyFeedback(tx, changed, { feedback, actor, now });
    return changed;
  });
}

/**
 * Takes a class out of every list, and cancels its lessons to come; enrolled students keep it and owe nothing
 * for it any more, those who are paying or waiting do not. Throws `class-not-found`.
 */
export async function deleteClass(
  { db, seats, strikeDebts }: Classes & { strikeDebts: StrikeDebts },
  { id, actor, now }: ChangeOptions,
): Promise<void> {
  await transact(db, async (tx) => {
    await seats.suspend(tx, { classid: id, now });
    const deleted = await queries.deleteClass(tx, id, now);
    ensure(deleted, 'class-not-found');
    ensure((await queries.countReserved(tx, id)) === 0, 'class-reserved');
    await seats.close(tx, { classid: id, now });
    await strikeDebts(tx, { classid: id, classname: deleted.classname, actor, now });
    await insertChange(tx, { ...about(deleted, { actor, now }), action: 'deleted', before: deleted.status });
    await notifyOfClass(tx, 'class.removed', { classid: id, now });
    const lessons = await cancelLessons(tx, { classid: id, reason: NOT_OFFERED, actor, now });
    await notifyDeleted(tx, deleted, { lessons, actor, now });
    await untellWaiting(tx, now);
  });
}

async function lockClass(tx: Db, id: string) {
  const found = await queries.lockClass(tx, id);
  ensure(found, 'class-not-found');
  return found;
}

/** A class that the caller may change: an instructor their own, an admin any. */
async function lockClassOf(tx: Db, { id, actor }: { id: string; actor: Caller }) {
  const found = await lockClass(tx, id);
  ensure(isOffice(actor.role) || found.instructorid === actor._id, 'forbidden');
  return found;
}

/** The instructor of a class, locked before it, so that their role cannot change until the end. */
async function lockTeacher(tx: Db, id: string) {
  const found = await queries.findClass(tx, id);
  ensure(found, 'class-not-found');
  return found.instructorid === null ? undefined : lockUser(tx, found.instructorid);
}
