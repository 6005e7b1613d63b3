import { reasonWords } from '#contract/messages/reasons.ts';
import { isOffice } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { wasApproved } from '#server/features/changes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { type ClassRow, findCallOffNotice, findClass, findClassesById } from './queries.ts';

/**
 * A class as who calls may read it: an approved one is for everyone, any other for its instructor and admins.
 * Throws `class-not-found`, and `class-called-off`, with the reason, for one that visitors could read before.
 */
export async function readableClass(db: Db, id: string, caller: Caller | null): Promise<ClassRow> {
  const found = await findClass(db, id);
  if (!found) await refuseCalledOff(db, id);
  const isOwn = caller !== null && (found?.instructorid === caller._id || isOffice(caller.role));
  ensure(found && (found.status === 'approved' || isOwn), 'class-not-found');
  return found;
}

async function refuseCalledOff(db: Db, id: string): Promise<void> {
  const notice = await findCallOffNotice(db, id);
  if (!notice || !(await wasOnList(db, id))) return;
  const { classname } = notice;
  const reason = reasonWords(notice.reason);
  throw new AppError('class-called-off', {
    detail: () => t('errors.class_called_off_because', { classname, reason }),
  });
}

/** Whether a class is or was on the public list, deleted or not. */
export async function wasOnList(db: Db, id: string): Promise<boolean> {
  const [known] = await findClassesById(db, [id]);
  return known !== undefined && (known.status === 'approved' || (await wasApproved(db, id)));
}
