import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findLastReminder, findReminder, insertReminder } from './debtor-queries.ts';
import { findDebtors } from './find-debtors.ts';
import { writeReminder } from './letters.ts';

type Reminding = {
  userid: string;
  key: string;
  school: SchoolNow;
  actor: NonNullable<Actor>;
  now: number;
};

/** What a family that can be written to owes past its day; throws what `remind` does. */
export async function findRemindable(
  db: Db,
  { userid, school, now }: Pick<Reminding, 'userid' | 'school' | 'now'>,
) {
  const [debtor] = await findDebtors(db, { school, now, userids: [userid] });
  ensure(debtor, 'nothing-owed');
  ensure(debtor.email !== null, 'message-to-no-one');
  const last = await findLastReminder(db, userid);
  const isOfToday = last !== undefined && schoolDay(school, last.createdat) === schoolDay(school, now);
  ensure(!isOfToday, 'reminded-already');
  return debtor;
}

/**
 * Mails a family what is open past its day; the same key again sends nothing. Throws `user-not-found`,
 * `nothing-owed`, `message-to-no-one` where the family has no address, and `reminded-already` where one was sent
 * on the same day.
 */
export const remind = (db: Db, { userid, key, school, actor, now }: Reminding) =>
  transact(db, async (tx) => {
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    const keyOfIt = `${userid}.${key}`;
    const known = await findReminder(tx, keyOfIt);
    if (known) return { insertedId: known._id, owed: known.amount, currency: known.currency };
    const { owed, currency } = await findRemindable(tx, { userid, school, now });
    const _id = newId(now);
    const row = { _id, userid, key: keyOfIt, amount: owed, currency, byid: actor._id, createdat: now };
    await insertReminder(tx, row);
    await writeReminder(tx, { _id, userid, now });
    await insertChange(tx, {
      about: 'family',
      subjectid: userid,
      subjectname: user.name,
      action: 'debt-reminded',
      note: sumNote(owed, currency),
      actor,
      now,
    });
    return { insertedId: _id, owed, currency };
  });
