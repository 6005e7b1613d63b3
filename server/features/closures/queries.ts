import { newId } from '#server/database/ids.ts';
import { locked } from '#server/database/lock.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type ClosureRow = Row<'closures'>;
export type ClosureFields = Omit<ClosureRow, '_id' | 'createdat'>;

/** Every closing day with what is closed, the first day first. */
export const findClosures = (db: Db) =>
  db
    .selectFrom('closures')
    .leftJoin('rooms', 'rooms._id', 'closures.roomid')
    .leftJoin('users', 'users._id', 'closures.teacherid')
    .selectAll('closures')
    .select(['rooms.name as room', 'users.name as instructorname'])
    .orderBy('closures.firstday')
    .orderBy('closures._id')
    .execute();

/** Locked until the transaction ends. */
export const lockClosure = (tx: Db, id: string): Promise<ClosureRow | undefined> =>
  locked(tx, tx.selectFrom('closures').selectAll().where('_id', '=', id), 'closures').executeTakeFirst();

export async function insertClosure(tx: Db, fields: ClosureFields, now: number): Promise<ClosureRow> {
  const closure = { _id: newId(now), ...fields, createdat: now };
  await tx.insertInto('closures').values(closure).execute();
  return closure;
}

export async function updateClosureRow(tx: Db, id: string, fields: ClosureFields): Promise<void> {
  await tx.updateTable('closures').set(fields).where('_id', '=', id).execute();
}

export async function deleteClosureRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('closures').where('_id', '=', id).execute();
}

/** Those of who taught. */
export async function deleteClosuresOf(tx: Db, teacherid: string): Promise<void> {
  await tx.deleteFrom('closures').where('teacherid', '=', teacherid).execute();
}

/** Whether a room is in use. */
export async function isRoomInUse(tx: Db, id: string): Promise<boolean> {
  const room = tx.selectFrom('rooms').select('_id').where('_id', '=', id).where('retiredat', 'is', null);
  return (await room.executeTakeFirst()) !== undefined;
}
