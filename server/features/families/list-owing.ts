import { OWING_MAX, placeOfOwing } from '#contract/families/calls.ts';
import { formerStudent } from '#contract/former.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findOwing } from '#server/features/debts/index.ts';
import { findContacts } from '#server/features/users/index.ts';

type Part = {
  /** The place after which they begin. */
  after?: string | undefined;
  limit?: number | undefined;
};

/** What is owed to the school with who owes it, the longest first. */
export async function listOwing(db: Db, school: SchoolNow, { after = '', limit = OWING_MAX }: Part = {}) {
  const owing = (await findOwing(db, school))
    .map((one) => ({ one, place: placeOfOwing({ ...one, date: new Date(one.date).toISOString() }) }))
    .filter(({ place }) => place > after)
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .slice(0, limit)
    .map(({ one }) => one);
  const payers = await findContacts(db, [...new Set(owing.flatMap(({ userid }) => userid ?? []))]);
  return owing.map(({ amount: price, ...one }) => {
    const { name, email } = payers.get(one.userid ?? '') ?? { name: formerStudent(), email: null };
    const learnername = one.kind === 'place' ? (one.learnername ?? formerStudent()) : undefined;
    return { ...one, price, name, email, learnername };
  });
}
