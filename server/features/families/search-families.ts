import { sql } from 'kysely';
import { FAMILIES_FOUND_MAX } from '#contract/families/calls.ts';
import { containsWords } from '#server/database/lists/contains.ts';
import { hasDigits, hitsOfDigits, phoneDigits } from '#server/database/lists/phone-index.ts';
import { hasNumbers, matchedBy, rowsAt } from '#server/database/lists/word-index.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { isEmptyAccount } from '#server/features/learners/index.ts';

const LIMIT = FAMILIES_FOUND_MAX + 1;

/**
 * Families by words that all occur in the account's name and address, or all in the names of one of its
 * children, or by digits of the account's telephone number where the caller may know it; by name. What is left
 * of an account that was merged into another is none.
 */
export async function searchFamilies(
  db: Db,
  { q = '', withPhones = false, ...known }: { q?: string; withPhones?: boolean; rows: Rows; now: number },
) {
  const [accounts, parents, called] = await Promise.all([
    findAccounts(db, q),
    findParents(db, q),
    withPhones ? findCalled(db, q) : [],
  ]);
  const found = [...new Set([...accounts, ...parents, ...called])];
  const gone = new Set(found.length > 0 ? await findMergedAway(db, { ids: found, ...known }) : []);
  const ids = found.filter((id) => !gone.has(id));
  if (ids.length === 0) return { items: [], more: false };
  const users = await db
    .selectFrom('users')
    .select(['_id as userid', 'name', 'email'])
    .$if(withPhones, (all) => all.select('phone'))
    .where('_id', 'in', ids)
    .orderBy(sql`lower(name)`)
    .orderBy('_id')
    .limit(LIMIT)
    .execute();
  const shown = users.slice(0, FAMILIES_FOUND_MAX);
  const learners = await findLearnersOf(
    db,
    shown.map(({ userid }) => userid),
  );
  return {
    items: shown.map((user) => ({ ...user, learners: learners.get(user.userid) ?? [] })),
    more: found.length > FAMILIES_FOUND_MAX,
  };
}

async function findAccounts(db: Db, q: string): Promise<string[]> {
  const matched = matchedBy(db, 'users', { columns: ['name', 'email'], q });
  const found = matched
    ? rowsAt(db, 'users', matched.hits).where(matched.and)
    : db
        .selectFrom('users')
        .where(containsWords(['name', { lowered: 'email' }], q))
        .$if(!q.trim(), (all) => all.orderBy(sql`lower(name)`).orderBy('_id'));
  return (await found.select('users._id').limit(LIMIT).execute()).map(({ _id }) => _id);
}

/** Accounts whose telephone number has these digits. */
async function findCalled(db: Db, q: string): Promise<string[]> {
  const digits = phoneDigits(q);
  if (digits === undefined) return [];
  const found = hasNumbers(db)
    ? rowsAt(db, 'users', hitsOfDigits(digits))
    : db.selectFrom('users').where(hasDigits(digits));
  return (await found.select('users._id').limit(LIMIT).execute()).map(({ _id }) => _id);
}

/** Of these accounts those that were merged into another and have had nothing since. */
async function findMergedAway(
  db: Db,
  { ids, rows, now }: { ids: readonly string[]; rows: Rows; now: number },
): Promise<string[]> {
  const accounts = db
    .selectFrom('merges')
    .innerJoin('users', 'users._id', 'merges.droppedid')
    .select('users._id')
    .where('merges.droppedid', 'in', ids)
    .where('merges.undoneat', 'is', null)
    .where(isEmptyAccount(rows, now));
  return (await accounts.execute()).map(({ _id }) => _id);
}

async function findParents(db: Db, q: string): Promise<string[]> {
  if (!q.trim()) return [];
  const columns = ['firstname', 'lastname'];
  const matched = matchedBy(db, 'learners', { columns, q });
  const found = matched
    ? rowsAt(db, 'learners', matched.hits).where(matched.and)
    : db.selectFrom('learners').where(containsWords(columns, q));
  const learners = found.select('userid').where('userid', 'is not', null).limit(LIMIT);
  return (await learners.execute()).flatMap(({ userid }) => userid ?? []);
}

/** What the learners of these accounts are called, themselves first. */
async function findLearnersOf(db: Db, userids: readonly string[]) {
  const learners = await db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'learners.userid', 'learners.self', LEARNER_NAME.as('name')])
    .where('learners.userid', 'in', userids)
    .where('learners.leftat', 'is', null)
    .orderBy('learners.self', 'desc')
    .orderBy('learners._id')
    .execute();
  return Map.groupBy(
    learners.map(({ name, ...learner }) => ({ ...learner, learnername: name ?? '' })),
    ({ userid }) => userid ?? '',
  );
}
