import type { Db } from '#server/database/schema.ts';
import type { Letter } from '#server/jobs/letter.ts';
import type { OrderRow } from './order-queries.ts';

type Paid = Pick<OrderRow, 'userid' | 'learnerid'>;

/**
 * How every mail to who pays begins: of places that are not their own it names the learners, as far as they may know the names when it is sent;
 * of the money they are told in any case.
 */
export const toPayer = (
  orders: readonly Paid[],
  { areOwn }: { areOwn: boolean },
): Pick<Letter, 'reader' | 'about' | 'isPayer'> =>
  areOwn
    ? { reader: 'student' }
    : { reader: 'account', about: [...new Set(orders.map(({ learnerid }) => learnerid))], isPayer: true };

/** Whether places are of who pays for them, and of nobody else. */
export async function areOwnOf(tx: Db, orders: readonly Paid[]): Promise<boolean> {
  const [first] = orders;
  const self = await tx
    .selectFrom('learners')
    .select('_id')
    .where('userid', '=', first?.userid ?? null)
    .where('self', '=', 1)
    .executeTakeFirst();
  return orders.every(({ learnerid }) => learnerid === self?._id);
}
