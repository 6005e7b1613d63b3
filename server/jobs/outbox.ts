import * as z from 'zod';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Job } from './jobs.ts';
import type { Lease, Leases } from './leases.ts';

type MailRow = Row<'mails'>;

/** `id` is the Message-ID, the same at every attempt. */
export type Mail = { id: string; to: string; subject: string; text: string; html?: string };

/** Hands a mail over; rejects when the mail server refuses it or is silent for too long. */
export type SendMail = (mail: Mail) => Promise<void>;

/*
 * Every mail of the product. It is written in the transaction that causes it and sent by a loop of its own, so that nothing waits
 * for the mail server but the mails themselves.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 5;
/** Longer than `SEND_TIMEOUT_MS` of the transport: while it lasts, no other process sends the same mail. */
export const LEASE_MS = 2 * MINUTE_MS;
/** How long after which attempt it is tried again; the last of them counts for all that follow. */
const RETRY_MINUTES = [1, 5, 30, 60];
const GIVE_UP_MS = DAY_MS;
const KEPT_MS = 90 * DAY_MS;
const ERROR_MAX = 300;

/** One plain address by the HTML standard: no name, no list, no line break, nothing a header could read otherwise. */
const Recipient = z.email({ pattern: z.regexes.html5Email }).max(254);

type NewMail = Pick<MailRow, 'kind' | 'ref' | 'recipient' | 'subject' | 'text'> & {
  html?: string;
  validuntil?: number;
  now: number;
};

/** Writes a mail into the outbox, once for the same thing and person; false where the recipient is no single address. */
export async function insertMail(tx: Db, { html, validuntil, now, ...mail }: NewMail): Promise<boolean> {
  if (!Recipient.safeParse(mail.recipient).success) return false;
  await tx
    .insertInto('mails')
    .values({
      ...mail,
      _id: newId(now),
      html: html ?? null,
      validuntil: validuntil ?? null,
      workat: now,
      sentat: null,
      attempts: 0,
      lasterror: null,
      createdat: now,
    })
    .onConflict((c) => c.columns(['kind', 'ref', 'recipient']).doNothing())
    .execute();
  return true;
}

type UnsentMails = Pick<MailRow, 'kind'> & Partial<Pick<MailRow, 'ref' | 'recipient'>>;

/** Takes back what has not been sent yet, because it is no longer true: of one kind, about `ref` or to `recipient`. Gives how many there were. */
export async function deleteUnsentMails(tx: Db, { kind, ref, recipient }: UnsentMails): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('kind', '=', kind)
    .$if(ref !== undefined, (query) => query.where('ref', '=', ref ?? ''))
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .where('sentat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes every mail to an address whose account is deleted, sent or not. */
export async function deleteMailsTo(tx: Db, recipient: string): Promise<void> {
  await tx.deleteFrom('mails').where('recipient', '=', recipient).execute();
}

/** Deletes what was sent or given up long ago. */
export async function deleteOldMails(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('workat', 'is', null)
    .where('createdat', '<', now - KEPT_MS)
    .execute();
}

export type MailCheckpoint = 'mail-taken' | 'mail-sent';

export type Outbox = {
  db: Db;
  now: () => number;
  lease: Leases;
  send: SendMail;
  /** What stands before the path of a page, without a slash at its end. */
  origin: string;
  schoolName: string;
  logError: (error: unknown) => void;
  /** Is told of the moments at which a test lets the process die. */
  checkpoint?: (at: MailCheckpoint) => void;
};

/** What carries mails out of the box, and empties it. */
export const outboxJobs = (outbox: Outbox): Job[] => [
  { name: 'mails', everyMs: SECOND_MS, run: () => sendDueMails(outbox) },
  {
    name: 'mail-sweep',
    everyMs: HOUR_MS,
    run: () => deleteOldMails(outbox.db, outbox.now()).then(() => 0),
  },
];

/**
 * One look at what is due; gives how many mails it took. What it could not take, as while the database cannot be written, waits for the next
 * turn. A process that dies after the mail server took a mail and before that was written down sends it a second time: SMTP has no way to
 * prevent it, so both carry the same Message-ID and readers show one.
 */
export async function sendDueMails(outbox: Outbox): Promise<number> {
  const { db, now } = outbox;
  const due = await db
    .selectFrom('mails')
    .selectAll()
    .where('workat', '<=', now())
    .orderBy('workat')
    .limit(AT_ONCE)
    .execute();
  const taken = await Promise.all(
    due.map((mail) =>
      claim(db, mail, outbox.lease(now() + LEASE_MS)).catch((error) => void outbox.logError(error)),
    ),
  );
  const mails = taken.filter((mail) => mail !== undefined);
  await Promise.all(mails.map((mail) => sendOne(outbox, mail).catch(outbox.logError)));
  return mails.length;
}

async function sendOne(outbox: Outbox, mail: MailRow): Promise<void> {
  const { db, now, send, logError, checkpoint } = outbox;
  if (mail.validuntil !== null && mail.validuntil <= now()) {
    await finish(db, mail, { lasterror: mail.lasterror ?? 'It could not be sent in time.', ...NO_TEXT });
    return;
  }
  checkpoint?.('mail-taken');
  try {
    await send(messageOf(outbox, mail));
  } catch (error) {
    logError(error);
    await postpone(db, mail, { error, now: now() });
    return;
  }
  checkpoint?.('mail-sent');
  await finish(db, mail, { sentat: now(), lasterror: null, ...NO_TEXT });
}

/** What a mail says may open an account, so it is kept no longer than it is needed. */
const NO_TEXT = { text: '', html: null };

function messageOf({ origin, schoolName }: Outbox, { _id, recipient, subject, text, html }: MailRow) {
  const fillIn = (words: string) => words.replaceAll('{origin}', origin).replaceAll('{school}', schoolName);
  const id = `<${_id}@${new URL(origin).hostname}>`;
  return { id, to: recipient, subject, text: fillIn(text), html: html === null ? undefined : fillIn(html) };
}

/** Takes a mail for as long as sending may last; undefined when another process was first. */
async function claim(db: Db, { _id, workat }: MailRow, lease: Lease): Promise<MailRow | undefined> {
  return db
    .updateTable('mails')
    .set((eb) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .returningAll()
    .executeTakeFirst();
}

async function postpone(db: Db, mail: MailRow, { error, now }: { error: unknown; now: number }) {
  const lasterror = String((error as Error)?.message ?? error).slice(0, ERROR_MAX);
  const minutes = RETRY_MINUTES[mail.attempts - 1] ?? RETRY_MINUTES.at(-1) ?? 0;
  const workat = now + minutes * MINUTE_MS;
  const isTooLate = workat > mail.createdat + GIVE_UP_MS;
  const isUseless = mail.validuntil !== null && workat >= mail.validuntil;
  if (isUseless || isTooLate) await finish(db, mail, { lasterror, ...NO_TEXT });
  else await updateLeased(db, mail, { workat, lasterror });
}

const finish = (db: Db, mail: MailRow, changes: Partial<MailRow>) =>
  updateLeased(db, mail, { ...changes, workat: null });

const updateLeased = (db: Db, { _id, workat }: MailRow, changes: Partial<MailRow>) =>
  db.updateTable('mails').set(changes).where('_id', '=', _id).where('workat', '=', workat).execute();
