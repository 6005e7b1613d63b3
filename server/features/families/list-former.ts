import type { NotNull } from 'kysely';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { readStatement } from '#server/features/statement/index.ts';

/** The most that are shown: statements are read one by one. */
const FORMER_MAX = 100;

/** What stands for accounts that were erased, with what is open of each, the latest first. */
export async function listFormer(db: Db, school: SchoolNow) {
  const former = await db
    .selectFrom('users')
    .select(['_id as userid', 'name', 'erasedat'])
    .where('erasedat', 'is not', null)
    .$narrowType<{ erasedat: NotNull }>()
    .orderBy('erasedat', 'desc')
    .limit(FORMER_MAX)
    .execute();
  const listed = [];
  for (const family of former) {
    const { balance, currency } = await readStatement(db, { userid: family.userid, school });
    listed.push({ ...family, balance, currency });
  }
  return listed;
}
