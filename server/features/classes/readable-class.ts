import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { type ClassRow, findClass } from './queries.ts';

/**
 * A class as who calls may read it: an approved one is for everyone, any other for its instructor and admins.
 * Throws `class-not-found`.
 */
export async function readableClass(db: Db, id: string, caller: Caller | null): Promise<ClassRow> {
  const found = await findClass(db, id);
  const isOwn = caller !== null && (found?.instructorid === caller._id || caller.role === 'admin');
  ensure(found && (found.status === 'approved' || isOwn), 'class-not-found');
  return found;
}
