import type { Db } from '#server/database/schema.ts';
import { AppError } from '#server/errors.ts';
import { type ClassRow, findClass, updateStatus } from './queries.ts';

/** Approves or denies a class, once. Throws `already-decided` when it is not pending and `class-not-found`. */
export async function decideClass(db: Db, id: string, status: 'approved' | 'denied'): Promise<ClassRow> {
  const decided = await updateStatus(db, id, status);
  if (decided) return decided;
  throw new AppError((await findClass(db, id)) ? 'already-decided' : 'class-not-found');
}
