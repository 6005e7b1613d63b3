import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { AppError, ensure } from '#server/errors.ts';
import { type Actor, insertChange } from '#server/features/changes/queries.ts';
import { hurryOrders } from '#server/features/payments/queries.ts';
import type { Caller } from '#server/features/users/queries.ts';
import { closeLine, offerFreeSeats } from '#server/features/waitlist/queries.ts';
import * as queries from './queries.ts';

/** Which class is changed, who does it, and when (epoch milliseconds). */
type Doing<A = Actor> = { id: string; actor: A; now: number };
type ChangedClass = Pick<queries.ClassRow, '_id' | 'classname'>;

/** What the log keeps of every change of a class. */
const about = ({ _id, classname }: ChangedClass, { actor, now }: { actor: Actor; now: number }) => ({
  about: 'class' as const,
  subjectid: _id,
  subjectname: classname,
  actor,
  now,
});

/** Adds an instructor's class, pending, and gives its id. */
export async function addClass(
  db: Db,
  input: queries.ClassInput,
  { actor, now }: { actor: Caller; now: number },
): Promise<string> {
  return transact(db, async (tx) => {
    const _id = await queries.insertClass(tx, input, { instructor: actor, now });
    await insertChange(tx, {
      ...about({ _id, classname: input.classname }, { actor, now }),
      action: 'added',
      after: 'pending',
    });
    return _id;
  });
}

/** Changes what the form edits. Throws `class-not-found`, and `forbidden` where it is another instructor's. */
export async function updateClass(
  db: Db,
  change: Partial<queries.ClassInput>,
  { id, actor, now }: Doing<Caller>,
): Promise<void> {
  await transact(db, async (tx) => {
    const found = await findOwnClass(tx, { id, actor });
    const names = Object.keys(change) as (keyof queries.ClassInput)[];
    const changed = names.filter((name) => change[name] !== found[name]);
    if (changed.length === 0) return;
    await queries.updateClass(tx, id, Object.fromEntries(changed.map((name) => [name, change[name]])));
    // New seats go to who waits for them before anybody else sees them.
    await offerFreeSeats(tx, id, now);
    await insertChange(tx, {
      ...about(found, { actor, now }),
      action: 'updated',
      note: changed.join(', '),
    });
  });
}

/** Approves or denies a class, once. Throws `already-decided` when it is not pending and `class-not-found`. */
export async function decideClass(
  db: Db,
  status: 'approved' | 'denied',
  { id, actor, now }: Doing,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const decided = await queries.updateStatus(tx, id, { from: 'pending', to: status });
    if (!decided)
      throw new AppError((await queries.findClass(tx, id)) ? 'already-decided' : 'class-not-found');
    await insertChange(tx, {
      ...about(decided, { actor, now }),
      action: status,
      before: 'pending',
      after: status,
    });
    return decided;
  });
}

/** Puts a denied class before the admins again. Throws `not-denied`, `class-not-found`, and `forbidden` for another's class. */
export async function resubmitClass(db: Db, { id, actor, now }: Doing<Caller>): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    await findOwnClass(tx, { id, actor });
    const resubmitted = await queries.updateStatus(tx, id, { from: 'denied', to: 'pending' });
    ensure(resubmitted, 'not-denied');
    await insertChange(tx, {
      ...about(resubmitted, { actor, now }),
      action: 'resubmitted',
      before: 'denied',
      after: 'pending',
    });
    return resubmitted;
  });
}

/** Writes feedback for the instructor; what was written before stays in the history. Throws `class-not-found`. */
export async function giveFeedback(
  db: Db,
  feedback: string,
  { id, actor, now }: Doing,
): Promise<queries.ClassRow> {
  return transact(db, async (tx) => {
    const changed = await queries.updateFeedback(tx, id, feedback);
    ensure(changed, 'class-not-found');
    await insertChange(tx, { ...about(changed, { actor, now }), action: 'feedback', note: feedback });
    return changed;
  });
}

/** Takes a class out of every list; who is enrolled keeps it, who is paying or waiting does not. Throws `class-not-found`. */
export async function deleteClass(db: Db, { id, actor, now }: Doing): Promise<void> {
  await transact(db, async (tx) => {
    await hurryOrders(tx, id, now);
    const deleted = await queries.deleteClass(tx, id, now);
    ensure(deleted, 'class-not-found');
    await closeLine(tx, id, now);
    await insertChange(tx, { ...about(deleted, { actor, now }), action: 'deleted', before: deleted.status });
  });
}

async function findOwnClass(tx: Db, { id, actor }: { id: string; actor: Caller }) {
  const found = await queries.findClass(tx, id);
  ensure(found, 'class-not-found');
  ensure(found.instructoremail === actor.email, 'forbidden');
  return found;
}
