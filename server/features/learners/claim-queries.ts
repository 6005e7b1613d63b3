import { createHash, randomBytes } from 'node:crypto';
import { LEARNER_NAME } from '#server/database/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { locked } from '#statements/lock.ts';

export type ClaimRow = Row<'claims'>;
export type Rights = Pick<Row<'guardians'>, 'mayenrol' | 'maypay' | 'getsmail'>;
/** Whom a claim is about, and who is asked. */
type Whom = Pick<ClaimRow, 'learnerid' | 'email'>;

const TOKEN_BYTES = 32;
const HOUR_MS = 60 * 60_000;

/** What the link of a mail carries, and what is kept of it. It is as random as a hash, so that one round of SHA-256 hides it. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export async function insertClaim(tx: Db, claim: ClaimRow): Promise<void> {
  await tx.insertInto('claims').values(claim).execute();
}

/** The claim of a token, locked until the transaction ends. */
export async function lockClaim(tx: Db, token: string): Promise<ClaimRow | undefined> {
  const claim = tx.selectFrom('claims').selectAll().where('hash', '=', hashOf(token));
  return locked(tx, claim, 'claims').executeTakeFirst();
}

export async function findClaim(db: Db, token: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('claims').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
}

/** What was asked about a learner, of an address or everybody; or whatever an account asked, or an address was asked. */
export type AskedClaims = { learnerid: string; email?: string } | { byid: string } | { email: string };

/** Ends it; gives the hashes of what was open. It counts a while for how much was asked. */
export async function endClaims(tx: Db, { now, ...asked }: AskedClaims & { now: number }): Promise<string[]> {
  const ended = await tx
    .updateTable('claims')
    .set({ until: now })
    .where(({ eb, and }) =>
      and([
        ...('learnerid' in asked ? [eb('learnerid', '=', asked.learnerid)] : []),
        ...('byid' in asked ? [eb('byid', '=', asked.byid)] : []),
        ...('email' in asked && asked.email !== undefined ? [eb('email', '=', asked.email)] : []),
      ]),
    )
    .where('until', '>', now)
    .returning('hash')
    .execute();
  return ended.map(({ hash }) => hash);
}

/** What is open about some learners. */
export async function findOpenClaims(db: Db, learnerids: readonly string[], now: number) {
  if (learnerids.length === 0) return [];
  return db
    .selectFrom('claims')
    .selectAll()
    .where('learnerid', 'in', learnerids)
    .where('until', '>', now)
    .orderBy('createdat')
    .orderBy('hash')
    .execute();
}

/** Who asked, and who was asked. */
export type Asked = { byid?: string; email?: string };

/** When somebody asked, an address was asked, or both, within the last hour: the earliest first, no more than `limit`. */
export async function findAsked(
  db: Db,
  { limit, now, byid, email }: Asked & { limit: number; now: number },
): Promise<number[]> {
  const asked = await db
    .selectFrom('claims')
    .select('createdat')
    .$if(byid !== undefined, (claims) => claims.where('byid', '=', byid ?? ''))
    .$if(email !== undefined, (claims) => claims.where('email', '=', email ?? ''))
    .where('createdat', '>', now - HOUR_MS)
    .orderBy('createdat', 'desc')
    .limit(limit)
    .execute();
  return asked.map(({ createdat }) => createdat).toReversed();
}

/** Deletes what has been over for an hour. */
export async function deleteOldClaims(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('claims')
    .where('until', '<', now - HOUR_MS)
    .execute();
}

/** What an account that is deleted was asked. */
export async function deleteClaimsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('claims').where('email', '=', email).execute();
}

export async function deleteClaimsOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('claims').where('learnerid', '=', learnerid).execute();
}

/** Adds a guardian, or gives one these rights. */
export async function saveGuardian(tx: Db, guardian: Row<'guardians'>): Promise<void> {
  const { mayenrol, maypay, getsmail } = guardian;
  await tx
    .insertInto('guardians')
    .values(guardian)
    .onConflict((c) => c.columns(['learnerid', 'userid']).doUpdateSet({ mayenrol, maypay, getsmail }))
    .execute();
}

/** Changes what whoever has this address may do for a learner whom they guard; false where they do not. */
export async function updateRights(tx: Db, { learnerid, email, ...rights }: Whom & Rights): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('guardians')
    .set(rights)
    .where('learnerid', '=', learnerid)
    .where('userid', '=', (of) => of.selectFrom('users').select('_id').where('email', '=', email))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type Guard = Pick<Row<'guardians'>, 'learnerid' | 'userid'>;

/** Ends that an account guards a learner; gives how many there were. */
export async function deleteGuardian(db: Db, { learnerid, userid }: Guard): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('guardians')
    .where('learnerid', '=', learnerid)
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteGuardiansOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('guardians').where('learnerid', '=', learnerid).execute();
}

/** Who guards some learners, whoever came first. */
export async function findGuardians(db: Db, learnerids: readonly string[]) {
  if (learnerids.length === 0) return [];
  return db
    .selectFrom('guardians')
    .innerJoin('users', 'users._id', 'guardians.userid')
    .select(['learnerid', 'userid', 'users.name', 'users.email', 'mayenrol', 'maypay', 'getsmail'])
    .where('learnerid', 'in', learnerids)
    .orderBy('learnerid')
    .orderBy('guardians.createdat')
    .orderBy('userid')
    .execute();
}

/** The learners of an account with their names; itself first. */
export async function findOwnLearners(db: Db, userid: string) {
  return db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'self', 'firstname', 'lastname', 'born', 'note', 'learners.createdat'])
    .select(LEARNER_NAME.$notNull().as('learnername'))
    .where('learners.userid', '=', userid)
    .orderBy('self', 'desc')
    .orderBy('learners._id')
    .execute();
}

/** Whether anything at all refers to a learner. */
export async function isReferredTo(db: Db, learnerid: string): Promise<boolean> {
  const of = (table: 'selections' | 'orders' | 'enrolments' | 'waitlist') =>
    db.selectFrom(table).select('_id').where('learnerid', '=', learnerid);
  const guarded = db.selectFrom('guardians').select('learnerid as _id').where('learnerid', '=', learnerid);
  const any = of('selections')
    .unionAll(of('orders'))
    .unionAll(of('enrolments'))
    .unionAll(of('waitlist'))
    .unionAll(guarded);
  return (await any.limit(1).executeTakeFirst()) !== undefined;
}

export async function deleteLearnerRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('learners').where('_id', '=', id).execute();
}

/** Moves a learner to an account: as a child, or as what the account itself is. */
export async function moveLearner(
  tx: Db,
  id: string,
  { userid, self = 0 }: { userid: string; self?: 0 | 1 },
): Promise<void> {
  await tx
    .updateTable('learners')
    .set({ userid, ...(self === 1 && { self, firstname: null, lastname: null }) })
    .where('_id', '=', id)
    .execute();
}

/** Lets one account owe what another does for a learner's places. */
export async function moveOwed(
  tx: Db,
  { learnerid, from, to }: { learnerid: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ userid: to })
    .where('learnerid', '=', learnerid)
    .where('userid', '=', from)
    .where('paidby', '=', 'due')
    .where('state', '=', 'enrolled')
    .execute();
}

/** A child of an account that is called as this one is, and was born on the same day. */
export async function findNamesake(
  db: Db,
  userid: string,
  { firstname, lastname, born }: Pick<Row<'learners'>, 'firstname' | 'lastname' | 'born'>,
): Promise<string | undefined> {
  const said = (name: string | null) => name?.trim().toLowerCase();
  const own = await findOwnLearners(db, userid);
  return own.find(
    (one) =>
      one.firstname !== null &&
      born !== null &&
      one.born === born &&
      said(one.firstname) === said(firstname) &&
      said(one.lastname) === said(lastname),
  )?._id;
}
