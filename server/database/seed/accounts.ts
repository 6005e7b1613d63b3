import { newId } from '#server/database/ids.ts';
import { selfLearner } from '#server/database/rows/learners.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import { NOTHING_SAID } from '#server/database/rows/users.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { insertAll } from './insert-all.ts';
import { CHILDREN, childKey } from './people.ts';
import type { Student } from './students.ts';

/** Whose an address is. */
export type Students = ReadonlyMap<string, Pick<Row<'orders'>, 'learnerid' | 'userid'>>;

/** An account that has not signed in yet; `joinedat` is epoch milliseconds. */
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
  provedat: null,
  ...NOTHING_SAID,
  createdat: joinedat,
});

/** Inserts accounts, each with its learner, and gives whose every address is. */
export async function insertAccounts(tx: Db, users: readonly Row<'users'>[]): Promise<Students> {
  // Who cannot sign in is sent no reminders: a demo would write hundreds every evening.
  const made = users.map((user): [string, Row<'learners'>] => [
    user.email ?? '',
    { ...selfLearner(user), reminds: user.uid === null ? 0 : 1 },
  ]);
  await insertAll(users, (rows) => tx.insertInto('users').values(rows).execute());
  await insertAll(
    made.map(([, learner]) => learner),
    (rows) => tx.insertInto('learners').values(rows).execute(),
  );
  for (const [role, some] of Map.groupBy(users, (user) => user.role)) await countRole(tx, role, some.length);
  return new Map(made.map(([email, { _id, userid }]) => [email, { learnerid: _id, userid }]));
}

const YEAR_MS = 365.25 * 86_400_000;

/** Inserts the children of accounts, born so many years before `now`, and gives them with all others. */
export async function insertChildren(tx: Db, students: Students, now: number): Promise<Students> {
  const made = CHILDREN.map((child): [string, Row<'learners'>] => {
    const userid = students.get(child.parent)?.userid ?? null;
    const { firstname, lastname } = child;
    const learner = selfLearner({ _id: userid ?? '', createdat: now - (YEAR_MS * 5) / 12 });
    const born = new Date(now - (child.age + 0.4) * YEAR_MS).toISOString().slice(0, 10);
    return [childKey(child), { ...learner, userid, self: 0, firstname, lastname, born }];
  });
  await tx
    .insertInto('learners')
    .values(made.map(([, learner]) => learner))
    .execute();
  return new Map([
    ...students,
    ...made.map(([key, { _id, userid }]) => [key, { learnerid: _id, userid }] as const),
  ]);
}
