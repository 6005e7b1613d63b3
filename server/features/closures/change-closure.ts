import type * as z from 'zod';
import { CLASSES_NAMED_MAX } from '#contract/closures/calls.ts';
import type { ClosureOutcome } from '#contract/closures/schema.ts';
import { CLASHES_MAX } from '#contract/lessons/calls.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { holdZone, lockClosures, notifyOfLessons } from '#server/features/lessons/index.ts';
import { notifyOfClosing } from '#server/features/recitals/index.ts';
import { ensure } from '#server/http/errors.ts';
import { applyClosure, type ClosureChange } from './apply-closure.ts';
import * as queries from './queries.ts';

/** The moments at which a test lets the process die. */
export type ClosureCheckpoint = 'closure-told' | 'closure-committed';
export type ClosureOptions = {
  db: Db;
  now: () => number;
  checkpoint?: (at: ClosureCheckpoint) => void;
};

/** Who does it; `isDry` asks only what would happen. */
type Acting = { actor: Pick<Caller, '_id' | 'name' | 'role'>; isDry: boolean };
type Outcome = z.output<typeof ClosureOutcome>;
type Action = 'added' | 'updated' | 'deleted';

/**
 * Closes the school, a room or a teacher’s classes on some days, and gives the id, which a dry run has none
 * of, with what becomes of lessons. Throws `room-unknown` and `teacher-unknown`,
 * and `forbidden` where an account that is no admin’s closes the whole school.
 */
export const addClosure = (
  options: ClosureOptions,
  fields: queries.ClosureFields,
  acting: Acting,
): Promise<Outcome & { insertedId?: string }> =>
  changing(options, acting, 'added', async (tx, now) => {
    await ensureThere(tx, fields);
    return { before: undefined, after: await queries.insertClosure(tx, fields, now) };
  }).then(({ closure, ...outcome }) => (acting.isDry ? outcome : { ...outcome, insertedId: closure._id }));

/**
 * Changes closing days, and gives what becomes of lessons. Throws `closure-not-found`, `changed-meanwhile`,
 * `room-unknown` and `teacher-unknown`.
 */
export const updateClosure = (
  options: ClosureOptions,
  { version, ...fields }: queries.ClosureFields & Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<Outcome> =>
  changing(options, acting, 'updated', async (tx) => {
    await ensureThere(tx, fields);
    const before = await findThere(tx, id);
    if (!isSame(before, fields)) ensureSeen(before, { version });
    await queries.updateClosureRow(tx, id, fields);
    return { before, after: { ...before, ...fields } };
  });

/**
 * Opens again what was closed, and gives what becomes of lessons. Throws `closure-not-found` and
 * `changed-meanwhile`.
 */
export const deleteClosure = (
  options: ClosureOptions,
  seen: Seen,
  { id, ...acting }: Acting & { id: string },
): Promise<Outcome> =>
  changing(options, acting, 'deleted', async (tx) => {
    const before = await findThere(tx, id);
    ensureSeen(before, seen);
    return { before, after: undefined };
  });

/** Writes closing days as they are to be, with all that follows for lessons and for people. */
async function changing(
  { db, now, checkpoint = () => {} }: ClosureOptions,
  { actor, isDry }: Acting,
  action: Action,
  write: (tx: Db, now: number) => Promise<Pick<ClosureChange, 'before' | 'after'>>,
): Promise<Outcome & { closure: queries.ClosureRow }> {
  const changed = await transactOrTry(db, isDry, async (tx) => {
    const moment = now();
    await lockClosures(tx);
    const zone = await holdZone(tx);
    const { before, after } = await write(tx, moment);
    const closure = after ?? before;
    ensure(closure, 'closure-not-found');
    for (const one of [before, after])
      ensure(!one || actor.role === 'admin' || !isOfSchool(one), 'forbidden');
    const { cancelled, planned, clashes, changes } = await applyClosure(tx, {
      before,
      after,
      zone,
      now: moment,
    });
    if (!after) await queries.deleteClosureRow(tx, closure._id);
    const { _id: subjectid, name: subjectname } = closure;
    const note = 'closing days';
    await insertChange(tx, { about: 'school', subjectid, subjectname, note, action, actor, now: moment });
    if (!isDry) await notifyOfLessons(tx, { changes, actor, now: moment });
    if (!isDry && after) await notifyOfClosing(tx, after, { zone, actor, now: moment });
    checkpoint('closure-told');
    return {
      closure,
      cancelled: await sumUp(tx, cancelled),
      planned: await sumUp(tx, planned),
      clashes: clashes.slice(0, CLASHES_MAX),
    };
  });
  checkpoint('closure-committed');
  return changed;
}

async function ensureThere(tx: Db, { roomid, teacherid }: queries.ClosureFields) {
  if (roomid !== null) ensure(await queries.isRoomInUse(tx, roomid), 'room-unknown');
  if (teacherid === null) return;
  const teacher = await lockUser(tx, teacherid);
  ensure(teacher && teacher.role !== 'student', 'teacher-unknown');
}

/** Whether the whole school is closed, which admins alone decide. */
const isOfSchool = ({ roomid, teacherid }: Pick<queries.ClosureFields, 'roomid' | 'teacherid'>) =>
  roomid === null && teacherid === null;

const FIELDS = ['name', 'firstday', 'lastday', 'roomid', 'teacherid'] as const;

const isSame = (one: queries.ClosureFields, other: queries.ClosureFields) =>
  FIELDS.every((field) => one[field] === other[field]);

async function findThere(tx: Db, id: string) {
  const found = await queries.findClosure(tx, id);
  ensure(found, 'closure-not-found');
  return found;
}

/** How many lessons there are, and on which days of which classes, by name. */
async function sumUp(tx: Db, lessons: readonly Row<'lessons'>[]): Promise<Outcome['cancelled']> {
  const byClass = Map.groupBy(lessons, ({ classid }) => classid);
  const names = await queries.findClassNames(tx, [...byClass.keys()]);
  const classes = [...byClass].map(([classid, some]) => ({
    classid,
    classname: names.get(classid) ?? '',
    days: some.map(({ day }) => day).sort(),
  }));
  classes.sort((one, other) => one.classname.localeCompare(other.classname));
  return { lessons: lessons.length, classes: classes.slice(0, CLASSES_NAMED_MAX) };
}
