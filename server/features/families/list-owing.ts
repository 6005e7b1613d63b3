import { formerStudent } from '#contract/former.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findOwing } from '#server/features/debts/index.ts';
import { findContacts } from '#server/features/users/index.ts';

const OWING_MAX = 500;

/** All that is owed to the school with who owes it, the longest first. */
export async function listOwing(db: Db, school: SchoolNow) {
  const owing = (await findOwing(db, school)).slice(0, OWING_MAX);
  const payers = await findContacts(db, [...new Set(owing.flatMap(({ userid }) => userid ?? []))]);
  return owing.map(({ amount: price, ...one }) => {
    const { name, email } = payers.get(one.userid ?? '') ?? { name: formerStudent(), email: null };
    const learnername = one.kind === 'place' ? (one.learnername ?? formerStudent()) : undefined;
    return { ...one, price, name, email, learnername };
  });
}
