import type { Db } from '#server/database/schema.ts';
import { nthsOn } from './nth-children.ts';
import { findUsable } from './queries.ts';
import { siblingOff } from './sibling-off.ts';

/** What is billed to a child: the day of its first lesson, and the sum in cents. */
type Tuition = { userid: string; learnerid: string; day: string; price: number };

/** What is taken off it, and why; `isSum` where it is a sum, which is taken off a period once. */
export type TuitionOff = { discountid: string; cents: number; reason: string; isSum: boolean };

/**
 * What the school takes off the tuition of further children, by the order in which the places that they have
 * now were taken, in the term of the day. Codes take off what a place is taken for alone.
 */
export async function discountTuition(
  db: Db,
  of: { userids: readonly string[]; days: readonly string[] },
): Promise<(tuition: Tuition) => TuitionOff | undefined> {
  const siblings = await findUsable(db, undefined);
  if (siblings.length === 0) return () => undefined;
  const nthOn = await nthsOn(db, of);
  return ({ price, ...who }) => {
    const off = siblingOff(siblings, nthOn(who), price);
    if (!off) return undefined;
    const { discount, cents, reason } = off;
    return { discountid: discount._id, cents, reason, isSum: discount.percent === null };
  };
}
