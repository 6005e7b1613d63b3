import { ENGLISH } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { readStatement } from '#server/features/statement/index.ts';

/** What an account owes the school in all, as its statement has it, in cents. */
export const balanceOf = async (
  db: Db,
  { userid, school }: { userid: string; school: SchoolNow },
): Promise<number> =>
  // Its words are not read.
  (await withLanguage(ENGLISH, () => readStatement(db, { userid, school }))).balance;
