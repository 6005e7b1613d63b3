import type { Db } from '#server/database/schema.ts';
import { SCHOOL } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

type Told = { userid: string; now: number };

/** To the owner's mailbox at once: a thief who had the password for a moment may have asked. */
export async function notifyOfLeaving(
  tx: Db,
  { userid, leavesat, now }: Told & { leavesat: number },
): Promise<void> {
  await insertMails(tx, accountOf(userid), {
    kind: 'account-leaving',
    ref: `${userid} ${now}`,
    subject: 'Your account is being deleted',
    letter: {
      reader: 'account',
      paragraphs: [
        ['We received a request, made while signed in as you, to delete your account at ', SCHOOL, '.'],
        [
          'It will be deleted on ',
          { moment: leavesat },
          '. Until then everything stays as it is: your places, your children and what you have paid. You are signed out.',
        ],
        'If that was not you, or you have changed your mind, sign in before then and keep the account. If you do not know who asked, reset your password: that keeps the account, too, and signs everyone else out.',
      ],
      button: { label: 'Keep my account', href: '/login' },
    },
    now,
  });
}

export async function notifyOfStaying(tx: Db, { userid, now }: Told): Promise<void> {
  await insertMails(tx, accountOf(userid), {
    kind: 'account-kept',
    ref: `${userid} ${now}`,
    subject: 'Your account stays',
    letter: {
      reader: 'account',
      paragraphs: [['Your account at ', SCHOOL, ' will not be deleted. Everything is as it was.']],
      button: { label: 'Open my account', href: '/account' },
    },
    now,
  });
}
