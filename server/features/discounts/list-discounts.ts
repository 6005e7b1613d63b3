import type * as z from 'zod';
import type { Discount } from '#contract/discounts/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { countUses, findDiscounts } from './queries.ts';

/** All of them with how often they are used, those that ended last. */
export async function listDiscounts(db: Db): Promise<z.output<typeof Discount>[]> {
  const discounts = await findDiscounts(db);
  const uses = await countUses(
    db,
    discounts.map(({ _id }) => _id),
  );
  const idsOf = ({ classids }: { classids: string | null }) => classids?.split(',') ?? [];
  const ids = [...new Set(discounts.flatMap(idsOf))];
  const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
  const listed = discounts.map((discount) => ({
    ...discount,
    from: discount.firstday,
    to: discount.lastday,
    classes: idsOf(discount).map((_id) => ({ _id, classname: names.get(_id) ?? '' })),
    used: uses.get(discount._id) ?? 0,
  }));
  return listed.sort((one, other) => Number(one.endedat !== null) - Number(other.endedat !== null));
}
