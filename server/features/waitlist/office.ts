import type { Db } from '#server/database/schema.ts';
import { LostRace, transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { findClass, holdFreeSeat, lockSeats } from '#server/features/classes/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { say } from '#server/jobs/letter.ts';
import { insertMails, whoLearns } from '#server/jobs/outbox.ts';
import { closeEntries, withGroup } from './close-entry.ts';
import { offerTo } from './offer-seats.ts';
import * as queries from './queries.ts';
import { findTurnsOf, positionOf } from './turns.ts';

/**
 * Who waits for a class in the order of their turns, behind those who have an offer; the office reads whose
 * family each is. Throws `class-not-found`.
 */
export async function listWaiting(
  db: Db,
  { classid, isOffice, now }: { classid: string; isOffice: boolean; now: number },
) {
  const found = await findClass(db, classid);
  ensure(found, 'class-not-found');
  const line = await findTurnsOf(db, classid, now);
  const entries = await queries.findNamedLine(db, classid);
  const waiting = entries.map(({ familyid, familyname, email, leavesat, learnername, ...entry }) => {
    const isWaiting = entry.state === 'waiting' || entry.state === 'kept';
    const family = familyid !== null && {
      _id: familyid,
      name: familyname ?? '',
      email: email ?? '',
      leavesat,
    };
    return {
      ...entry,
      learnername: learnername ?? '',
      state: isWaiting ? ('waiting' as const) : ('offered' as const),
      position: isWaiting ? positionOf(entry, line) : null,
      offeruntil: isWaiting ? null : entry.offeruntil,
      ...(isOffice && family && { family }),
    };
  });
  waiting.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  return { free: found.availableseat, waiting };
}

type Acting = { id: string; actor: Actor; now: number };

/**
 * Offers free places to this entry, whatever its turn. Throws `waiting-not-found`, `class-over`,
 * `family-leaving`, and `class-full` where fewer are free than wait together.
 */
export async function offerPlace(db: Db, { id, actor, now }: Acting): Promise<void> {
  await change(db, id, async (tx, entry) => {
    ensure(!(await isClassOver(tx, entry.classid, now)), 'class-over');
    const entries = (await withGroup(tx, entry)).filter(
      ({ state }) => state === 'waiting' || state === 'kept',
    );
    ensure(entries.length > 0, 'waiting-not-found');
    const learnerids = entries.map(({ learnerid }) => learnerid);
    ensure(!(await queries.anyLeaves(tx, learnerids)), 'family-leaving');
    for (const { state } of entries)
      if (state === 'waiting') ensure(await holdFreeSeat(tx, entry.classid), 'class-full');
    await offerTo(tx, entries, { now });
    await log(tx, entries, { action: 'place-offered', actor, now });
  });
}

/** Takes who waits at this entry off the line, and tells their family. Throws `waiting-not-found`. */
export async function removeWaiting(db: Db, { id, actor, now }: Acting): Promise<void> {
  await change(db, id, async (tx, entry) => {
    // Who pays just now has the place, or none, in a moment.
    const entries = (await withGroup(tx, entry)).filter(({ state }) => state !== 'taken');
    ensure(entries.length > 0, 'waiting-not-found');
    if (!(await closeEntries(tx, entries, now))) throw new LostRace('The waitlist changed meanwhile.');
    const classname = await log(tx, entries, { action: 'waiting-removed', actor, now });
    const learnerids = entries.map(({ learnerid }) => learnerid);
    await insertMails(tx, whoLearns(learnerids), {
      kind: 'waiting-removed',
      ref: entry._id,
      subject: say('waitlist.mail_removed', { class: classname }),
      letter: {
        reader: 'account',
        about: learnerids,
        paragraphs: [
          say('waitlist.mail_school_removed', { class: classname }),
          say('waitlist.mail_a_mistake'),
        ],
        button: { label: say('waitlist.mail_find_another'), href: '/classes' },
      },
      now,
    });
  });
}

/** An entry as it is now, to be changed; where another changed it in this moment, it is looked at again. */
async function change(
  db: Db,
  id: string,
  work: (tx: Db, entry: queries.WaitlistRow) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    const seen = await queries.findEntry(tx, id);
    ensure(seen, 'waiting-not-found');
    await lockSeats(tx, seen.classid);
    // Read under the lock: no other call offers places of the class now.
    const entry = await queries.findEntry(tx, id);
    // A seat that is offered for a wish is its family's own business.
    ensure(entry && entry.state !== 'closed' && entry.wishid === null, 'waiting-not-found');
    await work(tx, entry);
  }).catch((error) => {
    throw error instanceof LostRace ? new AppError('waitlist-changing') : error;
  });
}

/** A line of the log for each who waited; gives what the class is called. */
async function log(
  tx: Db,
  entries: readonly queries.WaitlistRow[],
  { action, actor, now }: { action: 'place-offered' | 'waiting-removed'; actor: Actor; now: number },
): Promise<string> {
  const found = await findClass(tx, entries[0]?.classid ?? '');
  const subjectname = found?.classname ?? '';
  for (const { classid, learnerid } of entries)
    await insertChange(tx, {
      about: 'class',
      subjectid: classid,
      subjectname,
      action,
      learnerid,
      actor,
      now,
    });
  return subjectname;
}
