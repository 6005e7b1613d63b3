import type { Db } from '#server/database/schema.ts';
import { SCHOOL, say } from '#server/jobs/letter.ts';
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
    subject: say('account.mail_leaving'),
    letter: {
      reader: 'account',
      paragraphs: [
        say('account.mail_leaving_asked', { school: SCHOOL }),
        say('account.mail_leaving_when', { moment: { moment: leavesat } }),
        say('account.mail_leaving_not_you'),
      ],
      button: { label: say('account.mail_keep'), href: '/login' },
    },
    now,
  });
}

export async function notifyOfStaying(tx: Db, { userid, now }: Told): Promise<void> {
  await insertMails(tx, accountOf(userid), {
    kind: 'account-kept',
    ref: `${userid} ${now}`,
    subject: say('account.mail_stays'),
    letter: {
      reader: 'account',
      paragraphs: [say('account.mail_stays_as_it_was', { school: SCHOOL })],
      button: { label: say('mails.open_account'), href: '/account' },
    },
    now,
  });
}
