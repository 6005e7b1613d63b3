import { newId } from '#server/database/ids.ts';
import { selfLearner } from '#server/database/rows/learners.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';

/** Adds accounts, each with the learner that is itself, in one transaction, as first sign-ins do. */
export async function insertUsers(db: Db, users: NewRow<'users'>[]): Promise<void> {
  if (!db.isTransaction) return transact(db, (tx) => insertUsers(tx, users));
  await db.insertInto('users').values(users).execute();
  await db.insertInto('learners').values(users.map(selfLearner)).execute();
  for (const { role } of users) await countRole(db, role, 1);
}

/** The learner that an account is itself. */
export async function learnerOf(db: Db, userid: string): Promise<string> {
  const learners = db.selectFrom('learners').select('_id').where('userid', '=', userid);
  return (await learners.where('self', '=', 1).executeTakeFirstOrThrow())._id;
}

type Person = { email: string } & Partial<Pick<Row<'users'>, 'name' | 'role'>>;

/**
 * The account with this address and its learner; made where there is none, named by the address unless told.
 */
export async function accountAt(db: Db, { email, name = email, role = 'student' }: Person) {
  const users = db.selectFrom('users').select('_id').where('email', '=', email);
  if (!(await users.executeTakeFirst())) {
    const user = { _id: newId(), uid: null, photoURL: null, validsince: 0, createdat: 0 };
    await insertUsers(db, [{ ...user, email, name, role, emailverified: 1 }]).catch(async (error) => {
      // It was made at the same moment for something else.
      if (!(await users.executeTakeFirst())) throw error;
    });
  }
  const userid = (await users.executeTakeFirstOrThrow())._id;
  return { userid, learnerid: await learnerOf(db, userid) };
}

/** What a child may have. */
export type Child = Partial<Pick<Row<'learners'>, 'firstname' | 'lastname' | 'born' | 'note'>>;

/** Adds a child to an account and gives its id. */
export async function addChild(db: Db, { userid, ...child }: Child & { userid: string }): Promise<string> {
  const _id = newId();
  await db
    .insertInto('learners')
    .values({ _id, userid, self: 0, leftat: null, createdat: 0, ...child })
    .execute();
  return _id;
}
