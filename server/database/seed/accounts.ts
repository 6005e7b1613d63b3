import { newId } from '#server/database/ids.ts';
import { selfLearner } from '#server/database/learners.ts';
import { countRole } from '#server/database/role-counts.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './students.ts';

/** Whose an address is. */
export type Students = ReadonlyMap<string, Pick<Row<'orders'>, 'learnerid' | 'userid'>>;

/** Somebody who has not signed in yet; `joinedat` is epoch milliseconds. */
export const accountOf = (
  { name, email, joinedat }: Student & { joinedat: number },
  role: Row<'users'>['role'] = 'student',
): Row<'users'> => ({
  _id: newId(joinedat),
  uid: null,
  email,
  name,
  photoURL: null,
  role,
  validsince: joinedat,
  emailverified: 1,
  phone: null,
  importid: null,
  createdat: joinedat,
});

/** Inserts accounts, each with its learner, and gives whose every address is. */
export async function insertAccounts(tx: Db, users: readonly Row<'users'>[]): Promise<Students> {
  const made = users.map((user): [string, Row<'learners'>] => [user.email, selfLearner(user)]);
  await insertAll(users, (rows) => tx.insertInto('users').values(rows).execute());
  await insertAll(
    made.map(([, learner]) => learner),
    (rows) => tx.insertInto('learners').values(rows).execute(),
  );
  for (const [role, some] of Map.groupBy(users, (user) => user.role)) await countRole(tx, role, some.length);
  return new Map(made.map(([email, { _id, userid }]) => [email, { learnerid: _id, userid }]));
}
