import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClassesById } from '#server/features/classes/queries.ts';
import type { SendMail } from '#server/providers/mail.ts';
import * as queries from './queries.ts';

export type WaitlistWork = {
  db: Db;
  now: () => number;
  sendMail: SendMail;
  schoolName: string;
  /** What stands before the path of a page. */
  origin: string;
  changed: () => void;
  logError: (error: unknown) => void;
};

const AT_ONCE = 20;
/** A mail that could not be sent is tried again after this. */
const MAIL_RETRY_MS = 60_000;

/** One look at the waiting lines: seats of offers that ran out go to the next, and who is offered one gets a mail. */
export async function workWaitlist(work: WaitlistWork): Promise<number> {
  const { db, now, changed, logError } = work;
  const lapsed = await queries.findLapsedOffers(db, now(), AT_ONCE);
  for (const entry of lapsed) {
    await transact(db, (tx) => queries.closeEntry(tx, entry, now()));
    changed();
  }
  const mails = await queries.findDueMails(db, now(), AT_ONCE);
  for (const entry of mails) await mailOffer(work, entry).catch(logError);
  return lapsed.length + mails.length;
}

async function mailOffer(work: WaitlistWork, entry: queries.WaitlistRow) {
  const { db, now, sendMail, schoolName, origin } = work;
  const [wanted] = await findClassesById(db, [entry.classid]);
  const mailat = now() + MAIL_RETRY_MS;
  if (!wanted || !(await queries.moveMail(db, entry, mailat))) return;
  await sendMail({
    to: entry.email,
    subject: `A seat is free in ${wanted.classname}`,
    text: [
      `A seat has come free in ${wanted.classname}, and you are the first in line.`,
      `It is held for you until ${momentText(entry.offeruntil ?? now())}. Pay for it here:`,
      `${origin}/student/class/payment/${wanted._id}`,
      'If you do not want it any more, decline it on the same page: the next in line will be glad.',
      schoolName,
    ].join('\n\n'),
  });
  await queries.moveMail(db, { ...entry, mailat }, null);
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
const momentText = (ms: number) => `${MOMENT.format(ms)} UTC`;
