import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { type Letter, plainName, SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { findUser, type UserRow } from './queries.ts';

type Sources = { db: Db; identity: Pick<IdentityProvider, 'secondFactors'> };

/**
 * Whether a user's account has a second factor; null where the identity service does not tell the school.
 * Throws `user-not-found`, `provider-unavailable`.
 */
export async function hasSecondFactor({ db, identity }: Sources, id: string): Promise<boolean | null> {
  const user = await findUser(db, id);
  ensure(user, 'user-not-found');
  if (!identity.secondFactors) return null;
  return user.uid !== null && (await identity.secondFactors.has(user.uid)) === true;
}

type Actor = Pick<UserRow, '_id' | 'name'>;

/**
 * Takes away the second factor that a user has lost, and ends all of their sessions. Both are told, and the log
 * keeps it, before it is done: whatever dies meanwhile, nothing is taken away unseen. Throws
 * `user-not-found`, `second-factor-own`, `second-factor-elsewhere`, `second-factor-missing`,
 * `provider-unavailable`.
 */
export async function resetSecondFactor(
  { db, identity }: Sources,
  { id, actor, now }: { id: string; actor: Actor; now: number },
): Promise<void> {
  // A stolen session would else get rid of what keeps it from the account.
  ensure(id !== actor._id, 'second-factor-own');
  const user = await findUser(db, id);
  ensure(user, 'user-not-found');
  const { secondFactors } = identity;
  ensure(secondFactors, 'second-factor-elsewhere');
  const { uid } = user;
  ensure(uid !== null && (await secondFactors.has(uid)), 'second-factor-missing');
  await transact(db, async (tx) => {
    const about = { about: 'user' as const, subjectid: id, subjectname: user.name };
    await insertChange(tx, { ...about, action: 'second-factor-reset', actor, now });
    await notifyOfReset(tx, { user, actor, now });
  });
  await secondFactors.reset(uid);
}

/** Mails whose it was, and the admin in whose name it was done. */
async function notifyOfReset(
  tx: Db,
  { user, actor, now }: { user: UserRow; actor: Actor; now: number },
): Promise<void> {
  const mail = { kind: 'second-factor-reset', ref: newId(now), now };
  const [name, by] = [plainName(user.name), plainName(actor.name)];
  const toOwner: Letter = {
    reader: 'account',
    paragraphs: [
      say('users.mail_factor_taken', { name: by, school: SCHOOL }),
      say('users.mail_factor_taken_next'),
    ],
    button: { label: say('users.mail_open_account'), href: '/account' },
    notes: [say('users.mail_factor_not_asked')],
  };
  const toAdmin: Letter = {
    reader: 'account',
    paragraphs: [say('users.mail_you_took_factor', { name })],
    button: { label: say('users.mail_check_account'), href: '/account/recovery' },
    notes: [say('users.mail_not_you_took_factor')],
  };
  const subject = say('users.mail_factor_taken_subject', { school: SCHOOL });
  await insertMails(tx, accountOf(user._id), { ...mail, subject, letter: toOwner });
  const told = say('users.mail_you_took_factor_subject', { name });
  await insertMails(tx, accountOf(actor._id), { ...mail, ref: newId(now), subject: told, letter: toAdmin });
}
