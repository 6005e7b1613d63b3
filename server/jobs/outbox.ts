import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { ENGLISH } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { keepLetter, type Letter, readLetter, type Said, subjectText } from './letter.ts';

type MailRow = Row<'mails'>;

/*
 * Every mail of the product. It is written in the transaction that causes it and sent by a loop of its own,
 * so that nothing waits for the mail server but the mails themselves.
 */

const KEPT_MS = 90 * 24 * 60 * 60_000;

/**
 * One plain address by the HTML standard: no name, no list, no line break, nothing a header could read
 * otherwise.
 */
const Recipient = z.email({ pattern: z.regexes.html5Email }).max(254);

type NewMail = Pick<MailRow, 'kind' | 'ref'> & {
  subject: string | Said;
  letter: Letter;
  validuntil?: number;
  /** When to send it; at once unless told. */
  dueat?: number;
  now: number;
};

/**
 * Writes a mail to an address into the outbox, once for the same thing and person; false where it is no
 * single address.
 */
export async function insertMail(
  tx: Db,
  { recipient, letter, now, ...mail }: NewMail & Pick<MailRow, 'recipient'>,
): Promise<boolean> {
  if (!Recipient.safeParse(recipient).success) return false;
  const { kind, ref, subject, validuntil = null, dueat = now } = mail;
  await tx
    .insertInto('mails')
    .values({
      _id: newId(now),
      kind,
      ref,
      recipient,
      ...kept(subject, letter),
      validuntil,
      workat: dueat,
      sentat: null,
      attempts: 0,
      lasterror: null,
      createdat: now,
    })
    .onConflict((c) => c.columns(['kind', 'ref', 'recipient']).doNothing())
    .execute();
  return true;
}

/** Which accounts get a mail: a condition on `users`. */
export type Recipients = RawBuilder<boolean>;

export const accountOf = (userid: string | null): Recipients => sql`users._id = ${userid}`;
/** These accounts; none where there is no id. */
export const accountsOf = (userids: readonly string[]): Recipients =>
  userids.length === 0 ? sql`false` : sql`users._id in (${sql.join(userids)})`;
/**
 * The accounts that learners belong to, and the guardians who want mail about them; `except` is told by
 * another mail.
 */
export const whoLearns = (
  learnerids: readonly string[],
  { except = null }: { except?: string | null } = {},
): Recipients => {
  const ids = sql.join(learnerids);
  return sql`users._id <> ${except ?? ''} and users._id in (select userid from learners where learners._id in (${ids})
    union all select guardians.userid from guardians where guardians.learnerid in (${ids}) and getsmail = 1)`;
};
/** The accounts that may pay for all of these learners. */
export const whoPaysFor = (learnerids: readonly string[]): Recipients => {
  const paid = sql`select count(*) from learners where learners._id in (${sql.join(learnerids)}) and (learners.userid = users._id
    or exists (select 1 from guardians where guardians.learnerid = learners._id and guardians.userid = users._id and maypay = 1))`;
  return sql`(${paid}) = ${learnerids.length}`;
};
/** Every admin, or every other one than who does what they are told of. */
export const admins = ({ except = null }: { except?: string | null } = {}): Recipients =>
  except === null ? sql`role = 'admin'` : sql`role = 'admin' and users._id <> ${except}`;

/**
 * Writes a mail to each of these accounts, at the address that they have at this moment, once for the same
 * thing and person. One statement, so that it costs a payment no more than that.
 */
export async function insertMails(tx: Db, recipients: Recipients, mail: NewMail): Promise<void> {
  await mailsTo(recipients, mail).execute(tx);
}

/** The same; gives how many they are who had not been told. */
export async function insertNewMails(tx: Db, recipients: Recipients, mail: NewMail): Promise<number> {
  return Number((await mailsTo(recipients, mail).execute(tx)).numAffectedRows);
}

function mailsTo(
  recipients: Recipients,
  { kind, ref, subject, letter, validuntil, now, dueat = now }: NewMail,
) {
  const text = (value: string) => sql`cast(${value} as text)`;
  const written = kept(subject, letter);
  const moment = (value: number | null) => sql`cast(${value} as bigint)`;
  // What came from elsewhere with a line break in it would be two lines of a mail's head.
  return sql`insert into mails (_id, kind, ref, recipient, subject, letter, validuntil, workat, attempts, createdat)
    select ${text(`${newId(now)}-`)} || users._id, ${text(kind)}, ${text(ref)}, email, ${text(written.subject)},
      ${text(written.letter)}, ${moment(validuntil ?? null)}, ${moment(dueat)}, 0, ${moment(now)}
    from users where ${recipients} and replace(replace(email, ${'\n'}, ''), ${'\r'}, '') = email
    on conflict do nothing`;
}

const ACCOUNTS_AT_ONCE = 100;

/**
 * Writes to each of these accounts a mail of its own, of one kind and about one thing, as `insertMails` does:
 * for what is told to many at once, and to each in other words. Gives the ids of the mails by account; one
 * without an address has none.
 */
export async function insertMailsToEach(
  tx: Db,
  mails: readonly (Pick<NewMail, 'subject' | 'letter'> & { userid: string })[],
  { kind, ref, now }: Pick<NewMail, 'kind' | 'ref' | 'now'>,
): Promise<ReadonlyMap<string, string>> {
  const mailids = new Map<string, string>();
  for (const some of chunksOf(mails, ACCOUNTS_AT_ONCE)) {
    const ids = some.map(({ userid }) => userid);
    const accounts = await tx.selectFrom('users').select(['_id', 'email']).where('_id', 'in', ids).execute();
    const addresses = new Map(accounts.map(({ _id, email }) => [_id, email]));
    const rows = some.flatMap(({ userid, subject, letter }) => {
      const recipient = addresses.get(userid);
      if (!recipient || /[\r\n]/.test(recipient)) return [];
      const unsent = { validuntil: null, workat: now, sentat: null, attempts: 0, lasterror: null };
      const _id = `${newId(now)}-${userid}`;
      mailids.set(userid, _id);
      return {
        _id,
        kind,
        ref,
        recipient,
        ...kept(subject, letter),
        ...unsent,
        createdat: now,
      };
    });
    if (rows.length > 0)
      await tx
        .insertInto('mails')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute();
  }
  return mailids;
}

/**
 * What is kept of a letter and its subject: the subject in English, too, for the log, and for the office
 * where an unsent letter is no longer kept.
 */
const kept = (subject: string | Said, letter: Letter) => ({
  subject: oneLine(withLanguage(ENGLISH, () => subjectText(subject)) ?? ''),
  letter: keepLetter(typeof subject === 'string' ? letter : { ...letter, subject }),
});

/** The subject of a mail in the language of now, as long as its letter is kept. */
export function subjectOf({ subject, letter }: Pick<MailRow, 'subject' | 'letter'>): string {
  const said = letter === null ? undefined : readLetter(letter).subject;
  return oneLine((said && subjectText(said)) ?? subject);
}

/** A subject is one line, even if a name has line ends. */
export const oneLine = (subject: string) => subject.replace(/\s+/g, ' ').trim();

type UnsentMails = Pick<MailRow, 'kind'> &
  Partial<Pick<MailRow, 'ref' | 'recipient'>> & {
    /** The first and the last `ref`, in a stretch that the index has. */
    refs?: readonly [first: string, last: string];
  };

/**
 * Takes back what has not been sent yet, because it is no longer true: of one kind, about `ref` or to
 * `recipient`. Gives how many there were.
 */
export async function deleteUnsentMails(
  tx: Db,
  { kind, ref, refs, recipient }: UnsentMails,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('kind', '=', kind)
    .$if(ref !== undefined, (query) => query.where('ref', '=', ref ?? ''))
    .$if(refs !== undefined, (query) =>
      query.where('ref', '>=', refs?.[0] ?? '').where('ref', '<=', refs?.[1] ?? ''),
    )
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .where('sentat', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Takes back what has not been sent yet of one kind, about what comes before `ref`. */
export async function deleteUnsentBefore(
  db: Db,
  { kind, ref }: Pick<MailRow, 'kind' | 'ref'>,
): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('kind', '=', kind)
    .where('ref', '<', ref)
    .where('sentat', 'is', null)
    .execute();
}

/**
 * Deletes every mail to an account that is deleted, sent or not: to its address, and to those that it had
 * before, which only the end of the id tells. That reads the mails of three months, once for each account
 * that goes.
 */
export async function deleteMailsTo(tx: Db, { _id, email }: Pick<Row<'users'>, '_id' | 'email'>) {
  await tx
    .deleteFrom('mails')
    .where(({ or, eb }) => or([eb('recipient', '=', email), eb('_id', 'like', `%-${_id}`)]))
    .execute();
}

/** Deletes what was sent or given up long ago. */
export async function deleteOldMails(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('workat', 'is', null)
    .where('createdat', '<', now - KEPT_MS)
    .execute();
}

/** Makes a mail due that is as it was read; false where it is being sent, or was, in this moment. */
export async function makeDue(tx: Db, { _id, workat, attempts }: MailRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ workat: now, retriedat: now, attempts: 0 })
    .where('_id', '=', _id)
    .where('attempts', '=', attempts)
    .where('lasterror', 'is not', null)
    .where('workat', workat === null ? 'is' : '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
