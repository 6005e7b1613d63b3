import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';
import type { Letter } from '#server/jobs/letter.ts';
import type { OrderRow } from './order-queries.ts';

type Paid = Pick<OrderRow, 'userid' | 'learnerid'>;

/**
 * How every mail to the payer begins: of places that are not their own it names the learners, as far as they may know the names when it is sent;
 * of the money they are told in any case.
 */
export const toPayer = (
  orders: readonly Paid[],
  { areOwn }: { areOwn: boolean },
): Pick<Letter, 'reader' | 'about' | 'isPayer'> =>
  areOwn
    ? { reader: 'student' }
    : { reader: 'account', about: [...new Set(orders.map(({ learnerid }) => learnerid))], isPayer: true };

/** Whether places are the payer’s own, and nobody else’s. */
export async function areOwnOf(tx: Db, orders: readonly Paid[]): Promise<boolean> {
  const self = await findSelf(tx, orders[0]?.userid ?? null);
  return orders.every(({ learnerid }) => learnerid === self);
}

/** The learner that an account is itself. */
export async function findSelf(tx: Db, userid: string | null): Promise<string | undefined> {
  const [self] = await selfOf(tx, { userid });
  return self?._id;
}

const selfOf = prepared((tx, { userid }: { userid: string | null }) =>
  tx.selectFrom('learners').select('_id').where('userid', '=', userid).where('self', '=', 1),
);
