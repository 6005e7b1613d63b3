import { type Expression, sql } from 'kysely';
import { prepared } from '#server/database/prepared.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { AccessClaims } from './access-tokens.ts';

/** The acting user of a call, the learner that is themselves, and the sign-in the call belongs to. */
export type Caller = Pick<Row<'users'>, '_id' | 'name' | 'photoURL' | 'role' | 'emailverified'> & {
  email: string;
  learnerid: string;
  signinid: string;
};

/** The same with what the access token says of the account at the identity service. */
export type SignedIn = Caller &
  Pick<AccessClaims, 'uid' | 'epoch'> & {
    /** When they last proved who they are. */
    authtime: number;
    /** Whether the account must show a second factor and this sign-in has not. */
    lacksFactor: boolean;
  };

type FoundCaller = Caller &
  Pick<SignedIn, 'authtime'> &
  Pick<Row<'users'>, 'officesince'> & { currentepoch: number | null };

/**
 * The user of an open sign-in, with the role of this very moment, and what `currentEpoch` says of the
 * account; undefined when another account has become theirs since.
 */
export async function findCaller(
  db: Db,
  { userid, signinid, uid }: { userid: string; signinid: string; uid: string },
  currentEpoch: Expression<number | null> = NO_EPOCH,
): Promise<FoundCaller | undefined> {
  const find = finders.get(currentEpoch) ?? callerFinder(currentEpoch);
  finders.set(currentEpoch, find);
  const [caller] = await find(db, { userid, signinid, uid });
  return caller;
}

const NO_EPOCH = sql<null>`null`;
/** One for each identity service, which is to say one. */
const finders = new WeakMap<Expression<number | null>, ReturnType<typeof callerFinder>>();

const callerFinder = (currentEpoch: Expression<number | null>) =>
  prepared((db, { userid, signinid, uid }: { userid: string; signinid: string; uid: string }) =>
    db
      .selectFrom('signins')
      .innerJoin('users', 'users._id', 'signins.userid')
      .innerJoin('learners', 'learners.userid', 'users._id')
      .select([
        'users._id',
        'users.name',
        'users.photoURL',
        'users.role',
        'users.emailverified',
        'users.officesince',
        'learners._id as learnerid',
        'signins._id as signinid',
        'signins.authtime',
      ])
      // Who can sign in has one.
      .select(({ ref }) => ref('users.email').$notNull().as('email'))
      .select(sql<number | null>`${currentEpoch}`.as('currentepoch'))
      .where('signins._id', '=', signinid)
      .where('signins.userid', '=', userid)
      .where('signins.endedat', 'is', null)
      .where('users.uid', '=', uid)
      .where('learners.self', '=', 1),
  );

export async function findUserByUid(db: Db, uid: string) {
  return db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

export async function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/**
 * Whether an account came from an import and its address is not proved yet. That address was typed into a
 * file, so until then nothing that the school knows of the family is shown.
 */
export async function isUnprovedImport(
  db: Db,
  { _id, emailverified }: Pick<Caller, '_id'> & Partial<Pick<Caller, 'emailverified'>>,
): Promise<boolean> {
  if (emailverified) return false;
  const unproved = db
    .selectFrom('users')
    .select('importid')
    .where('_id', '=', _id)
    .where('emailverified', '=', 0);
  return ((await unproved.executeTakeFirst())?.importid ?? null) !== null;
}

/**
 * Whether an account has a sign-in but no proved address, so that its user may be a stranger: others give it
 * nothing. An account without a sign-in waits for the owner who proves it.
 */
export const isStrangers = ({ uid, emailverified }: Pick<Row<'users'>, 'uid' | 'emailverified'>): boolean =>
  uid !== null && emailverified === 0;

/** The addresses of accounts, by id; one that was erased has none, nor a family that was added without. */
export async function findAddresses(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['_id', 'email']).where('_id', 'in', known).execute();
  return new Map(users.flatMap(({ _id, email }) => (email === null ? [] : [[_id, email]])));
}

/** A user's row as it is now, locked until the transaction ends. */
export async function lockUser(tx: Db, id: string) {
  const [user] = await lockedUser(tx, { id });
  return user;
}

const lockedUser = prepared((tx, { id }: { id: string }) =>
  tx.selectFrom('users').selectAll().where('_id', '=', id).forNoKeyUpdate('users'),
);

/** The same by address; undefined when no account has it. */
export async function lockUserByEmail(tx: Db, email: string) {
  const user = tx.selectFrom('users').selectAll().where('email', '=', email);
  return user.forNoKeyUpdate('users').executeTakeFirst();
}

/**
 * Whether an account can be signed in to: not where the identity service, as far as it can be asked, says
 * that it is disabled, nor where it is being deleted.
 */
export async function isEnabled(
  db: Db,
  id: string,
  currentEpoch: Expression<number | null> | undefined,
): Promise<boolean> {
  const user = db
    .selectFrom('users')
    .select('_id')
    .where('_id', '=', id)
    .where('leavesat', 'is', null)
    .$if(currentEpoch !== undefined, (users) =>
      users.where(sql<boolean>`(${sql.ref('users.uid')} is null or ${currentEpoch} is not null)`),
    );
  return (await user.executeTakeFirst()) !== undefined;
}
