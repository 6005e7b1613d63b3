import type { Db } from '#server/database/schema.ts';
import { closeEntry, findOpenEntries } from '#server/features/waitlist/index.ts';
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

/** What a person is enrolled in. */
export async function findEnrolmentsOf(db: Db, email: string) {
  return db
    .selectFrom('enrolments')
    .innerJoin('classes', 'classes._id', 'enrolments.classid')
    .select([
      'enrolments.classid',
      'classes.classname',
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

/** Whether the school has an admin besides this one. */
export async function hasOtherAdmin(db: Db, id: string): Promise<boolean> {
  const others = db.selectFrom('users').select('_id').where('role', '=', 'admin').where('_id', '<>', id);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

/** Takes a person off every waiting list; a seat that was offered to them goes to the next. */
export async function leaveWaitlist(tx: Db, email: string, now: number) {
  for (const entry of await findOpenEntries(tx, email)) await closeEntry(tx, entry, now);
}

/** Puts `nobody` in the place of a person wherever the books must keep that there was somebody. */
export async function anonymise(
  tx: Db,
  { _id, email }: { _id: string; email: string },
  nobody: { email: string; name: string },
) {
  for (const table of ['waitlist', 'orders', 'enrolments'] as const)
    await tx.updateTable(table).set({ email: nobody.email }).where('email', '=', email).execute();
  // Classes that are deleted; of the others they have taken leave.
  await tx
    .updateTable('classes')
    .set({ instructoremail: nobody.email, instructorname: nobody.name })
    .where('instructoremail', '=', email)
    .execute();
  await tx.updateTable('changes').set({ actorname: nobody.name }).where('actorid', '=', _id).execute();
  await tx
    .updateTable('changes')
    .set({ subjectname: nobody.name })
    .where('about', '=', 'user')
    .where('subjectid', '=', _id)
    .execute();
  for (const column of ['before', 'after'] as const)
    await tx
      .updateTable('changes')
      .set({ [column]: nobody.email })
      .where('action', '=', 'teacher')
      .where(column, '=', email)
      .execute();
}

/** Deletes what is a person's alone. */
export async function deleteUser(tx: Db, { _id, email }: { _id: string; email: string }) {
  await tx.deleteFrom('selections').where('email', '=', email).execute();
  await deleteMailsTo(tx, email);
  await tx.deleteFrom('sessions').where('userid', '=', _id).execute();
  await tx.deleteFrom('users').where('_id', '=', _id).execute();
}

/** Notes that an account is gone here, until it is gone at the identity service too. */
export async function insertErasure(tx: Db, erasure: { uid: string; createdat: number }) {
  await tx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((c) => c.column('uid').doNothing())
    .execute();
}

export async function isErased(db: Db, uid: string): Promise<boolean> {
  const erasure = db.selectFrom('erasures').select('uid').where('uid', '=', uid);
  return (await erasure.executeTakeFirst()) !== undefined;
}

export async function deleteErasure(db: Db, uid: string) {
  await db.deleteFrom('erasures').where('uid', '=', uid).execute();
}
