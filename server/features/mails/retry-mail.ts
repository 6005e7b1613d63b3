import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { isLeased } from '#server/jobs/leases.ts';
import { makeDue, subjectOf } from '#server/jobs/outbox.ts';
import { findFailedMail, type MailRow } from './queries.ts';

/** Whether what a mail says is still there and of use. */
export const isRetryable = ({ letter, validuntil }: MailRow, now: number) =>
  letter !== null && (validuntil === null || validuntil > now);

/**
 * Has a mail sent again that failed, and notes it in the log; one that is due or being sent in this moment is
 * left to that. Throws `mail-not-found`, also of one that arrived, and `mail-not-kept`.
 */
export async function retryMail(
  db: Db,
  id: string,
  { actor, now }: { actor: Actor; now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    const mail = await findFailedMail(tx, id);
    ensure(mail, 'mail-not-found');
    ensure(isRetryable(mail, now), 'mail-not-kept');
    const isDue = mail.workat !== null && mail.workat <= now;
    if (isDue || isLeased(mail) || !(await makeDue(tx, mail, now))) return;
    const subject = { about: 'mail' as const, subjectid: id, subjectname: subjectOf(mail) };
    await insertChange(tx, { ...subject, action: 'mail-retried', actor, now });
  });
}
