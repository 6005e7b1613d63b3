import { CIRCULARS_A_DAY } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { findClass } from '#server/features/classes/index.ts';
import { findTerm } from '#server/features/terms/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import type { AddressedLetter } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';
import { addressed } from '#server/jobs/send-due-mails.ts';
import { findTold, letterTo, partByAddress, type Words } from './find-told.ts';
import * as queries from './queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whom a circular is for. */
type Aim = { classid: string } | { termid: string } | { owing: true };
type Sending = Words & {
  school: SchoolNow;
  to: Aim;
  key: string | undefined;
  actor: NonNullable<Actor>;
  now: number;
};
type Unreached = Awaited<ReturnType<typeof partByAddress>>['unreached'];
type Sent = { insertedId: string; families: number; unreached: Unreached };

/** The class, the term or the debts that it is about, as the list names them. */
type Named = Pick<queries.CircularRow, 'aim' | 'aimid' | 'aimname'>;

/** What it is called, and of which classes it is; throws `class-not-found` and `term-not-found`. */
async function findAim(db: Db, to: Aim): Promise<{ named: Named; classids: readonly string[] | undefined }> {
  if ('owing' in to) return { named: { aim: 'owing', aimid: null, aimname: null }, classids: undefined };
  if ('classid' in to) {
    const found = await findClass(db, to.classid);
    ensure(found, 'class-not-found');
    const { _id: aimid, classname: aimname } = found;
    return { named: { aim: 'class', aimid, aimname }, classids: [aimid] };
  }
  const term = await findTerm(db, to.termid);
  ensure(term, 'term-not-found');
  const { _id: aimid, name: aimname } = term;
  return { named: { aim: 'term', aimid, aimname }, classids: await queries.findClassesOfTerm(db, term) };
}

/**
 * Whom it would go to at this moment, and what the first of them would read. Throws `class-not-found` and
 * `term-not-found`.
 */
export async function tryCircular(
  db: Db,
  { to, school, now, ...words }: Pick<Sending, 'to' | 'school' | 'now'> & Words,
): Promise<{ families: number; unreached: Unreached; letter: AddressedLetter | undefined }> {
  const { classids } = await findAim(db, to);
  const { reached, unreached } = await partByAddress(db, await findTold(db, { classids, school }));
  const [first] = reached;
  // As an outbox names the mail, by whose reader it tells who may be named.
  const letter =
    first && (await addressed(db, { _id: `${newId(now)}-${first.userid}` }, letterTo(first, words)));
  return { families: reached.length, unreached, letter };
}

/**
 * Writes to each of them, once: what was sent under the same key, or without one as it is in the last minute,
 * is not sent again, and its answer is given. Throws `class-not-found`, `term-not-found`, `message-to-no-one`,
 * `message-sent-already` where something else was sent under the key, and `too-many-requests`.
 */
export async function sendCircular(db: Db, sending: Sending): Promise<Sent> {
  const { to, school, subject, text, key, actor, now } = sending;
  return transact(db, async (tx) => {
    // What one account sends at once is sent one after the other.
    ensure(await lockUser(tx, actor._id), 'session-ended');
    const { named, classids } = await findAim(tx, to);
    const sentToday = await queries.findSentBy(tx, actor._id, now - DAY_MS);
    const before = await findSame(tx, sentToday, { ...named, subject, text, key, byid: actor._id, now });
    if (before) {
      const { _id: insertedId, families } = before;
      return { insertedId, families, unreached: await queries.findUnreached(tx, insertedId) };
    }
    ensureNotTooMany(sentToday, now);
    const { reached, unreached } = await partByAddress(tx, await findTold(tx, { classids, school }));
    ensure(reached.length > 0, 'message-to-no-one');
    const _id = newId(now);
    const families = reached.length;
    await queries.insertCircular(tx, {
      _id,
      byid: actor._id,
      ...named,
      subject,
      text,
      key: key ?? null,
      families,
      unreached: unreached.length,
      createdat: now,
    });
    const mails = await insertMailsToEach(
      tx,
      reached.map((one) => ({ userid: one.userid, subject, letter: letterTo(one, { subject, text }) })),
      { kind: queries.KIND, ref: _id, now },
    );
    await queries.insertRecipients(
      tx,
      [...reached, ...unreached].map(({ userid }) => ({
        circularid: _id,
        userid,
        mailid: mails.get(userid) ?? null,
        createdat: now,
      })),
    );
    await insertChange(tx, {
      about: 'mail',
      subjectid: _id,
      subjectname: subject,
      action: 'message-sent',
      before: named.aimname,
      after: named.aim,
      note: String(families),
      actor,
      now,
    });
    return { insertedId: _id, families, unreached };
  });
}

type Asked = Named & Words & { key: string | undefined; byid: string; now: number };

/** What an account has sent of this before: under the key, however long ago, or without one in the last minute. */
async function findSame(
  tx: Db,
  sentToday: readonly queries.CircularRow[],
  { key, byid, now, ...asked }: Asked,
): Promise<queries.CircularRow | undefined> {
  const isSame = ({ aim, aimid, subject, text }: queries.CircularRow) =>
    aim === asked.aim && aimid === asked.aimid && subject === asked.subject && text === asked.text;
  if (key === undefined) return sentToday.find((one) => isSame(one) && one.createdat > now - MINUTE_MS);
  const found = await queries.findByKey(tx, { byid, key });
  ensure(!found || isSame(found), 'message-sent-already');
  return found;
}

function ensureNotTooMany(sent: readonly queries.CircularRow[], now: number): void {
  const first = sent[CIRCULARS_A_DAY - 1];
  if (!first) return;
  throw new AppError('too-many-requests', {
    detail: () => t('circulars.too_many', { max: CIRCULARS_A_DAY }),
    retryAfterS: Math.max(1, Math.ceil((first.createdat + DAY_MS - now) / 1000)),
  });
}
