import { createHash, randomBytes } from 'node:crypto';
import { CALENDAR_TOKEN } from '#server/auth/calendar-token.ts';
import { lockUser, type SignedIn } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { isOpen, saveCalendar } from './queries.ts';

const RANDOM_BYTES = 32;
const DAY_MS = 24 * 60 * 60_000;

/** As random as a hash, so that one round of SHA-256 hides it. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Makes the token of the caller's calendar, in place of the one before, and tells them by mail, once a day at
 * most: a stranger with the password for a moment may have asked. Throws `session-ended`.
 */
export async function makeCalendar(
  db: Db,
  { _id: userid, signinid, uid, epoch, emailverified }: Omit<SignedIn, 'authtime'>,
  now: number,
): Promise<string> {
  const token = CALENDAR_TOKEN + randomBytes(RANDOM_BYTES).toString('base64url');
  await transact(db, async (tx) => {
    // Who is signed out everywhere in this moment was before, or loses this address too.
    ensure(await lockUser(tx, userid), 'session-ended');
    ensure(await isOpen(tx, signinid), 'session-ended');
    await saveCalendar(tx, { userid, hash: hashOf(token), uid, epoch, createdat: now });
    if (emailverified) await notifyOfCalendar(tx, userid, now);
  });
  return token;
}

async function notifyOfCalendar(tx: Db, userid: string, now: number) {
  await insertMails(tx, accountOf(userid), {
    kind: 'calendar-made',
    ref: `${userid} ${Math.floor(now / DAY_MS)}`,
    subject: say('calendars.mail_new_address'),
    letter: {
      reader: 'account',
      paragraphs: [say('calendars.mail_what_it_shows'), say('calendars.mail_not_you')],
      button: { label: say('mails.open_account'), href: '/account' },
    },
    now,
  });
}
