import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { closeEntry, findOpenEntries } from '#server/features/waitlist/queries.ts';
import { deleteMailsTo } from '#server/jobs/outbox.ts';

/** Where somebody is signed in, the latest seen first. */
export async function findOpenSessions(db: Db, userid: string) {
  return db
    .selectFrom('sessions')
    .select(['_id', 'useragent', 'createdat', 'seenat'])
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .orderBy('seenat', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

/** Ends one session of a person's, or all; gives how many ended. */
export async function endSessions(
  db: Db,
  { userid, id, now }: { userid: string; id?: string; now: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ endedat: now })
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .$if(id !== undefined, (update) => update.where('_id', '=', id ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sign-ins before `now` count no longer. An ID token tells its moment in whole seconds, so this does too. */
export async function refuseOlderSignIns(db: Db, { userid, now }: { userid: string; now: number }) {
  const validsince = Math.floor(now / 1000) * 1000;
  await db.updateTable('users').set({ validsince }).where('_id', '=', userid).execute();
}

/** What a person has selected, with the class's name. */
export async function findSelectionsOf(db: Db, email: string) {
  return db
    .selectFrom('selections')
    .innerJoin('classes', 'classes._id', 'selections.classid')
    .select(['selections.classid', 'classes.classname', 'selections.createdat'])
    .where('selections.email', '=', email)
    .where('selections.enrolled', '=', 0)
    .orderBy('selections._id')
    .execute();
}

/** What a person is enrolled in; `deletedat` is set where the school no longer offers the class. */
export async function findEnrolmentsOf(db: Db, email: string) {
  return db
    .selectFrom('enrolments')
    .innerJoin('classes', 'classes._id', 'enrolments.classid')
    .select([
      'enrolments.classid',
      'classes.classname',
      'classes.deletedat',
      'enrolments.transactionId',
      'enrolments.price',
      'enrolments.currency',
      'enrolments.date',
    ])
    .where('enrolments.email', '=', email)
    .orderBy('enrolments._id')
    .execute();
}

/** Every waiting list a person was on, the first one first. */
export async function findWaitlistOf(db: Db, email: string) {
  return db
    .selectFrom('waitlist')
    .innerJoin('classes', 'classes._id', 'waitlist.classid')
    .select(['waitlist.classid', 'classes.classname', 'waitlist.state', 'waitlist.createdat'])
    .where('waitlist.email', '=', email)
    .orderBy('waitlist._id')
    .execute();
}

/** Every attempt of a person to pay, the first one first. */
export async function findOrdersOf(db: Db, email: string) {
  return db
    .selectFrom('orders')
    .select([
      '_id',
      'classid',
      'amount',
      'currency',
      'state',
      'intentid as transactionId',
      'reason',
      'createdat',
    ])
    .where('email', '=', email)
    .orderBy('_id')
    .execute();
}

/** Whether somebody teaches a class that the school still has. */
export async function teaches(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('classes')
    .select('_id')
    .where('instructoremail', '=', email)
    .where('deletedat', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a person out of the school. What was paid stays on record, under a name that leads to nobody: whoever gets the address
 * later must not find it. False when it would leave the school without an admin: then roll back.
 */
export async function deleteUser(
  db: Db,
  { _id, email }: { _id: string; email: string },
  now: number,
): Promise<boolean> {
  const nobody = `deleted-${_id}@deleted.invalid`;
  for (const entry of await findOpenEntries(db, email)) await closeEntry(db, entry, now);
  await db.updateTable('waitlist').set({ email: nobody }).where('email', '=', email).execute();
  await db.deleteFrom('selections').where('email', '=', email).execute();
  await db.updateTable('orders').set({ email: nobody }).where('email', '=', email).execute();
  await db.updateTable('enrolments').set({ email: nobody }).where('email', '=', email).execute();
  await deleteMailsTo(db, email);
  await db.deleteFrom('sessions').where('userid', '=', _id).execute();
  // Locks every admin's row, so that the last two cannot leave at once.
  await db.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute();
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('_id', '=', _id)
    .where((where) =>
      where.or([
        where('role', '<>', 'admin'),
        where(sql<number>`(select count(*) from users where role = 'admin')`, '>', 1),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows) === 1;
}
