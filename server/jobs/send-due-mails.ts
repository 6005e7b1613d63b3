import { type ExpressionBuilder, sql } from 'kysely';
import { ENGLISH, type Language } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { newId } from '#server/database/ids.ts';
import { gathering } from '#server/database/lists/batches.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import type { Job } from './jobs.ts';
import type { Lease, Leases } from './leases.ts';
import {
  type AddressedLetter,
  followsReader,
  type Letter,
  type LetterFile,
  type Owed,
  plainName,
  readLetter,
  say,
  UnknownMessage,
} from './letter.ts';
import { TOO_LATE, UNKNOWN_WORDS } from './mail-faults.ts';
import { deleteOldMails, oneLine } from './outbox.ts';
import { type Letterhead, renderLetter, textIn } from './render-letter.ts';

type MailRow = Row<'mails'>;

/**
 * `id` is the Message-ID, the same at every attempt; `sender` the name that a reader shows, `replyTo` where
 * answers go.
 */
export type Mail = {
  id: string;
  sender: string;
  replyTo?: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  files?: readonly MailFile[];
};

/** A file that goes with a mail. */
export type MailFile = { filename: string; content: Buffer };

/**
 * Hands a mail over and gives what the mail server said; rejects when it refuses it or is silent for too
 * long.
 */
export type SendMail = (mail: Mail) => Promise<string>;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const AT_ONCE = 5;
/** Longer than `SEND_TIMEOUT_MS` of the transport: while it lasts, no other process sends the same mail. */
export const LEASE_MS = 2 * MINUTE_MS;
/** How long after which attempt it is tried again; the last of them counts for all that follow. */
const RETRY_MINUTES = [1, 5, 30, 60];
const GIVE_UP_MS = 24 * HOUR_MS;
const ERROR_MAX = 300;

export type MailCheckpoint = 'mail-taken' | 'mail-sent';

export type Outbox = {
  db: Db;
  now: () => number;
  lease: Leases;
  send: SendMail;
  /** The school as it is at this moment. */
  letterhead: () => Promise<Letterhead>;
  /** Makes what goes with a letter. */
  makeFile: (file: LetterFile) => Promise<MailFile>;
  /** Says what is owed in a letter; undefined where it asks for that and nothing is any more. */
  sayOwed: (letter: AddressedLetter, owed: Owed) => Promise<AddressedLetter | undefined>;
  logError: (error: unknown) => void;
  /** Called at the moments at which a test lets the process die. */
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
 * One look at what is due, first at what runs out (a link into an account, a seat that is offered), so that
 * no queue makes that late; gives how many mails it took. What it could not take, as while the database
 * cannot be written, waits for the next turn. A process that dies after the mail server took a mail and
 * before that was written down sends it a second time: SMTP has no way to prevent it, so both carry the same
 * Message-ID and readers show one.
 */
export async function sendDueMails(outbox: Outbox): Promise<number> {
  const { db, now } = outbox;
  const moment = now();
  const first = await findDue(db, moment, { runsOut: true, limit: AT_ONCE });
  const rest = AT_ONCE - first.length;
  const others = rest > 0 ? await findDue(db, moment, { runsOut: false, limit: rest }) : [];
  const due = [...first, ...others];
  const mails = await claim(db, due, outbox.lease(now() + LEASE_MS)).catch((error) => {
    outbox.logError(error);
    return [];
  });
  const noteSent = gathering((sent: readonly MailRow[]) => markSent(db, sent, now()));
  await Promise.all(mails.map((mail) => sendOne(outbox, mail, noteSent).catch(outbox.logError)));
  return mails.length;
}

const findDue = (db: Db, now: number, { runsOut, limit }: { runsOut: boolean; limit: number }) =>
  db
    .selectFrom('mails')
    .selectAll()
    .where('workat', '<=', now)
    .where('validuntil', runsOut ? 'is not' : 'is', null)
    .orderBy('workat')
    .limit(limit)
    .execute();

async function sendOne(
  outbox: Outbox,
  taken: MailRow,
  noteSent: (mail: MailRow) => Promise<unknown>,
): Promise<void> {
  const { db, now, send, logError, checkpoint } = outbox;
  const isLate = taken.validuntil !== null && taken.validuntil <= now();
  if (isLate || taken.letter === null) {
    await finish(db, taken, { lasterror: taken.lasterror ?? TOO_LATE, letter: null });
    return;
  }
  const kept = readLetter(taken.letter);
  const read = await addressed(db, taken, kept);
  const letter = read?.owed ? await outbox.sayOwed(read, read.owed) : read;
  const mail = letter && followsReader(kept) ? await follow(db, taken) : taken;
  if (!letter || !mail) {
    await db.deleteFrom('mails').where('_id', '=', taken._id).execute();
    return;
  }
  checkpoint?.('mail-taken');
  const head = await outbox.letterhead();
  const language = await languageOfMail(db, mail, { letter, languages: head.languages });
  let message: Mail;
  try {
    message = withLanguage(language, () => messageOf(head, mail, letter));
    if (letter.file) message = { ...message, files: [await outbox.makeFile(letter.file)] };
    await send(message);
  } catch (error) {
    logError(error);
    await postpone(db, mail, { error, now: now() });
    return;
  }
  checkpoint?.('mail-sent');
  await noteSent({ ...mail, subject: message.subject });
}

/** In which language a mail is sent: its own, or its reader’s. */
export async function languageOfMail(
  db: Db,
  { recipient }: Pick<MailRow, 'recipient'>,
  { letter, languages = [ENGLISH] }: { letter: Pick<Letter, 'language'> } & Pick<Letterhead, 'languages'>,
): Promise<Language> {
  if (letter.language) return letter.language;
  const reader = await db
    .selectFrom('users')
    .select('language')
    .where('email', '=', recipient)
    .executeTakeFirst();
  return languageOf(reader, { languages: [...languages] });
}

/** The id of an account follows that of the mail to it. */
const ACCOUNT_AT = newId(0).length + 1;

/**
 * A mail at the address that its account has now; undefined where that has none any more, or was told there of the
 * same thing.
 */
async function follow(db: Db, mail: MailRow): Promise<MailRow | undefined> {
  const { _id, kind, ref } = mail;
  const accounts = db.selectFrom('users').select('email').where('_id', '=', _id.slice(ACCOUNT_AT));
  const account = await accounts.executeTakeFirst();
  if (!account || account.email === mail.recipient) return mail;
  const { email: recipient } = account;
  if (recipient === null || /[\r\n]/.test(recipient)) return undefined;
  const told = db.selectFrom('mails').select('_id').where('kind', '=', kind).where('ref', '=', ref);
  if (await told.where('recipient', '=', recipient).executeTakeFirst()) return undefined;
  await updateLeased(db, mail, { recipient });
  return { ...mail, recipient };
}

/**
 * A letter with the names of the learners that it is about; undefined where its reader may not get mail about
 * any of them (any more).
 */
export async function addressed(
  db: Db,
  { _id }: Pick<MailRow, '_id'>,
  { facts = [], ...letter }: Letter,
): Promise<AddressedLetter | undefined> {
  const { about, isPayer = false } = letter;
  const learners = about === undefined ? [] : await findNamed(db, _id.slice(ACCOUNT_AT), { about, isPayer });
  if (about !== undefined && learners.length === 0 && !isPayer) return undefined;
  const others = learners.flatMap(({ isReader, name }) => (isReader ? [] : (name ?? [])));
  const labelled = facts.flatMap(([label, value]) => {
    if (typeof label === 'string' || 'say' in label) return [[label, value] as const];
    const learner = learners.find((one) => one._id === label.learner);
    // What is said of a child whom the reader looks after no more is not for them; what they paid is.
    if (!learner && !isPayer) return [];
    return [
      [learner?.isReader ? say('mails.you') : (learner?.name ?? say('mails.a_student')), value] as const,
    ];
  });
  const isLabelled = facts.some(([label]) => typeof label === 'object' && 'learner' in label);
  const named = isLabelled || others.length === 0 ? [] : [[say('mails.for'), others.join(', ')] as const];
  return { ...letter, facts: [...named, ...labelled] };
}

type Naming = { about: readonly string[]; isPayer: boolean };

/** Those of some learners whom a reader may get mail about, or see where the mail is of their own money. */
async function findNamed(db: Db, reader: string, { about, isPayer }: Naming) {
  const learners = await db
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'learners.userid', 'learners.self', LEARNER_NAME.as('name')])
    .where('learners._id', 'in', about)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('learners.userid', '=', reader),
        exists(
          selectFrom('guardians')
            .select('guardians.learnerid')
            .whereRef('guardians.learnerid', '=', 'learners._id')
            .where('guardians.userid', '=', reader)
            .$if(!isPayer, (guardians) => guardians.where('guardians.getsmail', '=', 1)),
        ),
      ]),
    )
    .orderBy('learners._id')
    .execute();
  return learners.map(({ _id, self, userid, name }) => ({
    _id,
    isReader: self === 1 && userid === reader,
    name: name === null ? null : plainName(name),
  }));
}

/** A mail as it goes out, in the language of now. */
export function messageOf(
  head: Letterhead,
  { _id, recipient, ...mail }: MailRow,
  letter: AddressedLetter,
): Mail {
  const subject = letter.subject === undefined ? mail.subject : oneLine(textIn(head, letter.subject));
  const id = `<${_id}@${new URL(head.origin).hostname}>`;
  const bodies = renderLetter(letter, head, subject);
  return { id, sender: head.name, replyTo: head.email, to: recipient, subject, ...bodies };
}

/** Takes mails for as long as sending may last, but those for which another process was first. */
async function claim(db: Db, mails: readonly MailRow[], lease: Lease): Promise<MailRow[]> {
  if (mails.length === 0) return [];
  const claimed = await db
    .updateTable('mails')
    .set((eb) => ({ ...lease, attempts: eb('attempts', '+', 1) }))
    .where(areAsRead(mails))
    .returningAll()
    .execute();
  return mails.flatMap(({ _id }) => claimed.find((mail) => mail._id === _id) ?? []);
}

/** A condition: these mails, as far as no other process has taken them since. */
const areAsRead =
  (mails: readonly MailRow[]) =>
  ({ eb, or, and }: ExpressionBuilder<Database, 'mails'>) =>
    or(mails.map(({ _id, workat }) => and([eb('_id', '=', _id), eb('workat', '=', workat)])));

/** Writes down that mails were sent, under the subjects that their readers saw; gives nothing for each. */
async function markSent(db: Db, mails: readonly MailRow[], sentat: number): Promise<undefined[]> {
  const subjects = sql.join(
    mails.map(({ _id, subject }) => sql`when ${_id} then ${subject}`),
    sql` `,
  );
  const subject = sql<string>`case _id ${subjects} else subject end`;
  const change = { subject, sentat, lasterror: null, letter: null, workat: null };
  await db.updateTable('mails').set(change).where(areAsRead(mails)).execute();
  return mails.map(() => undefined);
}

/** While one version replaces another, a process of the next one sends what this one cannot say. */
const reasonOf = (error: unknown) =>
  error instanceof UnknownMessage
    ? UNKNOWN_WORDS
    : String((error as Error)?.message ?? error).slice(0, ERROR_MAX);

async function postpone(db: Db, mail: MailRow, { error, now }: { error: unknown; now: number }) {
  const lasterror = reasonOf(error);
  const minutes = RETRY_MINUTES[mail.attempts - 1] ?? RETRY_MINUTES.at(-1) ?? 0;
  const workat = now + minutes * MINUTE_MS;
  const isTooLate = workat > (mail.retriedat ?? mail.createdat) + GIVE_UP_MS;
  const isUseless = mail.validuntil !== null && workat >= mail.validuntil;
  if (isUseless || isTooLate) await giveUp(db, mail, { lasterror, isUseless });
  else await updateLeased(db, mail, { workat, lasterror });
}

/** What an admin may have sent again is kept; what opens an account, or is too late, is not. */
async function giveUp(
  db: Db,
  mail: MailRow,
  { lasterror, isUseless }: { lasterror: string; isUseless: boolean },
) {
  const isKept = !isUseless && mail.letter !== null && !readLetter(mail.letter).opensAccount;
  await finish(db, mail, { lasterror, ...(!isKept && { letter: null }) });
}

const finish = (db: Db, mail: MailRow, changes: Partial<MailRow>) =>
  updateLeased(db, mail, { ...changes, workat: null });

const updateLeased = (db: Db, { _id, workat }: MailRow, changes: Partial<MailRow>) =>
  db.updateTable('mails').set(changes).where('_id', '=', _id).where('workat', '=', workat).execute();
