import { lockUser } from '#server/auth/queries.ts';
import { transactOrTry } from '#server/database/dry-run.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds); `isDry` asks only what would happen. */
type Acting = { actor: Actor; now: number; isDry: boolean };

/** Closes the school, a room or a teacher’s classes on some days, and gives the id, which a dry run has none of. Throws `room-unknown` and `teacher-unknown`. */
export async function addClosure(
  db: Db,
  fields: queries.ClosureFields,
  { isDry, ...acting }: Acting,
): Promise<{ insertedId?: string }> {
  return transactOrTry(db, isDry, async (tx) => {
    await ensureThere(tx, fields);
    const closure = await queries.insertClosure(tx, fields, acting.now);
    await log(tx, closure, { ...acting, action: 'added' });
    return isDry ? {} : { insertedId: closure._id };
  });
}

/** Changes closing days. Throws `closure-not-found`, `room-unknown` and `teacher-unknown`. */
export async function updateClosure(
  db: Db,
  fields: queries.ClosureFields,
  { id, isDry, ...acting }: Acting & { id: string },
): Promise<void> {
  await transactOrTry(db, isDry, async (tx) => {
    await ensureThere(tx, fields);
    ensure(await queries.lockClosure(tx, id), 'closure-not-found');
    await queries.updateClosureRow(tx, id, fields);
    await log(tx, { _id: id, ...fields }, { ...acting, action: 'updated' });
  });
}

/** Opens again what was closed. Throws `closure-not-found`. */
export async function deleteClosure(
  db: Db,
  { id, isDry, ...acting }: Acting & { id: string },
): Promise<void> {
  await transactOrTry(db, isDry, async (tx) => {
    const closure = await queries.lockClosure(tx, id);
    ensure(closure, 'closure-not-found');
    await queries.deleteClosureRow(tx, id);
    await log(tx, closure, { ...acting, action: 'deleted' });
  });
}

async function ensureThere(tx: Db, { roomid, teacherid }: queries.ClosureFields) {
  if (roomid !== null) ensure(await queries.isRoomInUse(tx, roomid), 'room-unknown');
  if (teacherid === null) return;
  const teacher = await lockUser(tx, teacherid);
  ensure(teacher && teacher.role !== 'student', 'teacher-unknown');
}

const log = (
  tx: Db,
  { _id, name }: Pick<queries.ClosureRow, '_id' | 'name'>,
  change: Omit<Acting, 'isDry'> & { action: 'added' | 'updated' | 'deleted' },
) =>
  insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'closing days', ...change });
