import type { Db } from '#server/database/schema.ts';
import { type AddressedLetter, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

export const DUE_SOON = 'invoice-due-soon';
export const OVERDUE = 'invoice-overdue';

/** Where a family sees what is open and pays it. */
export const MONEY_PAGE = '/account/money';

type Asked = { _id: string; number: string; dueday: string };
type Sending = { userid: string; dueat: number; now: number };

/** Writes that an invoice is due soon; sums are said when it is sent. */
export const writeDueSoon = (tx: Db, { _id, number, dueday: day }: Asked, { userid, ...when }: Sending) =>
  insertMails(tx, accountOf(userid), {
    kind: DUE_SOON,
    ref: _id,
    subject: say('debts.mail_due_soon', { number }),
    letter: {
      reader: 'account',
      paragraphs: [say('debts.mail_is_due_on', { number, day: { day } }), say('debts.mail_paid_already')],
      button: { label: say('debts.mail_see'), href: MONEY_PAGE },
      owed: { invoice: _id },
    },
    ...when,
  });

/** Writes that an invoice was due and is open. */
export const writeOverdue = (tx: Db, { _id, number, dueday: day }: Asked, { userid, ...when }: Sending) =>
  insertMails(tx, accountOf(userid), {
    kind: OVERDUE,
    ref: _id,
    subject: say('debts.mail_overdue', { number }),
    letter: {
      reader: 'account',
      paragraphs: [say('debts.mail_was_due_on', { number, day: { day } })],
      button: { label: say('debts.mail_see'), href: MONEY_PAGE },
      notes: [say('debts.mail_talk_to_us')],
      owed: { invoice: _id },
    },
    ...when,
  });

export const REMINDER_SUBJECT = say('debts.mail_reminder');

/** What an admin reminds a family of; what is open is said when it is sent. */
export const reminderOf = (userid: string) =>
  ({
    reader: 'account',
    paragraphs: [say('debts.mail_is_open')],
    button: { label: say('debts.mail_see'), href: MONEY_PAGE },
    notes: [say('debts.mail_talk_to_us')],
    owed: { account: userid },
  }) satisfies AddressedLetter;

/** Writes to a family what is open past its day. */
export const writeReminder = (tx: Db, { _id, userid, now }: { _id: string; userid: string; now: number }) =>
  insertMails(tx, accountOf(userid), {
    kind: 'debt-reminder',
    ref: _id,
    subject: REMINDER_SUBJECT,
    letter: reminderOf(userid),
    now,
  });
