import { sql } from 'kysely';
import type { LinkEnd } from '#contract/mailed-links.ts';
import { hashOf, LINK_TOLD_MS } from '#server/auth/mailed-links.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type ClaimRow = Row<'claims'>;
export type Rights = Pick<Row<'guardians'>, 'mayenrol' | 'maypay' | 'getsmail'>;
/** Whom a claim is about, and who is asked. */
type Whom = Pick<ClaimRow, 'learnerid' | 'email'>;

const HOUR_MS = 60 * 60_000;

export async function insertClaim(tx: Db, claim: ClaimRow): Promise<void> {
  await tx.insertInto('claims').values(claim).execute();
}

/** The claim of a token, locked until the transaction ends. */
export async function lockClaim(tx: Db, token: string): Promise<ClaimRow | undefined> {
  const claim = tx.selectFrom('claims').selectAll().where('hash', '=', hashOf(token));
  return claim.forNoKeyUpdate('claims').executeTakeFirst();
}

export async function findClaim(db: Db, token: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('claims').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
}

/**
 * What was asked about a learner, of one address or of all; or whatever an account asked, or an address was
 * asked; or one claim.
 */
export type AskedClaims =
  | { learnerid: string; email?: string }
  | { byid: string }
  | { email: string }
  | { hash: string };

/** How it ends, and when. */
export type Ending = { ended: LinkEnd; now: number };

/**
 * Ends it; gives the hashes of what was open. It counts a while for how much was asked, and its link says for
 * a month why it works no more.
 */
export async function endClaims(
  tx: Db,
  { now, ended: how, ...asked }: AskedClaims & Ending,
): Promise<string[]> {
  const ended = await tx
    .updateTable('claims')
    .set({ until: now, ended: how })
    .where(({ eb, and }) =>
      and([
        ...('learnerid' in asked ? [eb('learnerid', '=', asked.learnerid)] : []),
        ...('hash' in asked ? [eb('hash', '=', asked.hash)] : []),
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

/** What an account has asked and is open, with the names of whom it is about. */
export async function findClaimsBy(db: Db, byid: string, now: number) {
  return db
    .selectFrom('claims')
    .innerJoin('learners', 'learners._id', 'claims.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['hash', 'kind', 'claims.learnerid', 'claims.email', 'claims.createdat'])
    .select(LEARNER_NAME.$notNull().as('learnername'))
    .where('byid', '=', byid)
    .where('until', '>', now)
    .orderBy('claims.createdat')
    .orderBy('hash')
    .execute();
}

/** Who asked, and who was asked. */
export type Asked = { byid?: string; email?: string };

/**
 * When an account invited, an address was invited, or both, within the last hour: the earliest first, no more
 * than `limit`.
 */
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

/** Deletes what has been over for a month: until then a link can say why it works no more. */
export async function deleteOldClaims(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('claims')
    .where('until', '<', now - LINK_TOLD_MS)
    .execute();
}

/** What an account that is deleted was asked. */
export async function deleteClaimsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('claims').where('email', '=', email).execute();
}

export async function deleteClaimsOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('claims').where('learnerid', '=', learnerid).execute();
}

/** Since when a guardian has each right. */
export const RIGHTS_SINCE = { mayenrol: 'enrolssince', maypay: 'payssince', getsmail: 'mailssince' } as const;
type Right = keyof typeof RIGHTS_SINCE;
const RIGHTS = Object.keys(RIGHTS_SINCE) as Right[];

/** Rights with since when: of one that they have already that stays as it is. */
const changedRights = (rights: Rights, now: number) =>
  Object.assign(
    {},
    ...RIGHTS.map((right) => {
      const since = RIGHTS_SINCE[right];
      // One without a moment is from the beginning.
      const begins = sql<
        number | null
      >`case when ${sql.ref(`guardians.${right}`)} = 1 then ${sql.ref(`guardians.${since}`)} else ${now} end`;
      return { [right]: rights[right], [since]: rights[right] ? begins : null };
    }),
  ) as Rights;

/** Adds a guardian, or gives one these rights. */
export async function saveGuardian(
  tx: Db,
  { learnerid, userid, createdat, ...rights }: Guard & Rights & { createdat: number },
): Promise<void> {
  await tx
    .insertInto('guardians')
    .values({ learnerid, userid, createdat, ...rights })
    .onConflict((c) => c.columns(['learnerid', 'userid']).doUpdateSet(changedRights(rights, createdat)))
    .execute();
}

/** Changes the rights of a learner's guardian with this address; gives its account, undefined where there is none. */
export async function updateRights(
  tx: Db,
  { learnerid, email, now, ...rights }: Whom & Rights & { now: number },
): Promise<string | undefined> {
  const changed = await tx
    .updateTable('guardians')
    .set(changedRights(rights, now))
    .where('learnerid', '=', learnerid)
    .where('userid', '=', (of) => of.selectFrom('users').select('_id').where('email', '=', email))
    .returning('userid')
    .executeTakeFirst();
  return changed?.userid;
}

/**
 * Takes from the guardians of a learner, or one of them, each right that they have had since some moment
 * only.
 */
export async function endRightsSince(
  tx: Db,
  { learnerid, userid, since }: { learnerid: string; userid?: string; since: number },
): Promise<void> {
  for (const right of RIGHTS)
    await tx
      .updateTable('guardians')
      .set({ [right]: 0, [RIGHTS_SINCE[right]]: null })
      .where('learnerid', '=', learnerid)
      .where(RIGHTS_SINCE[right], '>=', since)
      .$if(userid !== undefined, (some) => some.where('userid', '=', userid ?? ''))
      .execute();
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

/** The guardian of a learner whose account has this address. */
export async function findGuardianAt(db: Db, { learnerid, email }: Whom) {
  return db
    .selectFrom('guardians')
    .innerJoin('users', 'users._id', 'guardians.userid')
    .select('userid')
    .where('learnerid', '=', learnerid)
    .where('users.email', '=', email)
    .executeTakeFirst();
}

export async function deleteGuardiansOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('guardians').where('learnerid', '=', learnerid).execute();
}

/** The guardians of some learners, in the order of their acceptance. */
export async function findGuardians(db: Db, learnerids: readonly string[]) {
  if (learnerids.length === 0) return [];
  return db
    .selectFrom('guardians')
    .innerJoin('users', 'users._id', 'guardians.userid')
    .select(['learnerid', 'userid', 'users.name', 'users.email', 'mayenrol', 'maypay', 'getsmail'])
    .select(['enrolssince', 'payssince', 'mailssince', 'guardians.createdat'])
    .where('learnerid', 'in', learnerids)
    .orderBy('learnerid')
    .orderBy('guardians.createdat')
    .orderBy('userid')
    .execute();
}

/** Who guards the learners of an account, with what these are called. */
export async function findGuardiansBy(db: Db, ownerid: string) {
  const own = await findOwnLearners(db, ownerid);
  if (own.length === 0) return [];
  const names = new Map(own.map(({ _id, learnername }) => [_id, learnername]));
  const guardians = await findGuardians(db, [...names.keys()]);
  return guardians.map((guardian) => ({ ...guardian, learnername: names.get(guardian.learnerid) ?? '' }));
}

/** The learners of an account with their names; itself first. */
export async function findOwnLearners(db: Db, userid: string) {
  return db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'self', 'firstname', 'lastname', 'born', 'learners.note', 'learners.createdat'])
    .select(LEARNER_NAME.$notNull().as('learnername'))
    .where('learners.userid', '=', userid)
    .orderBy('self', 'desc')
    .orderBy('learners._id')
    .execute();
}

export async function hasGuardians(db: Db, learnerid: string): Promise<boolean> {
  const guardians = db.selectFrom('guardians').select('learnerid').where('learnerid', '=', learnerid);
  return (await guardians.limit(1).executeTakeFirst()) !== undefined;
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
