import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { findFamilyPaymentsByIntent } from '#server/features/familypayments/index.ts';
import type { FamilyPair } from './payment-pairs.ts';

/** Which of these payments at the card service families made for invoices, by their ids there. */
export async function findFamilyPairs(
  db: Db,
  intentids: readonly string[],
): Promise<ReadonlyMap<string, FamilyPair>> {
  const payments = await findFamilyPaymentsByIntent(db, intentids);
  const moved = await inChunks(
    payments.flatMap(({ ledgerid }) => ledgerid ?? []),
    (ids) => findMoved(db, ids),
  );
  const byPayment = Map.groupBy(moved, ({ _id, returnof }) => returnof ?? _id);
  return new Map(
    payments.map((payment): [string, FamilyPair] => {
      const some = byPayment.get(payment.ledgerid ?? '') ?? [];
      const sumOf = (kind: (typeof some)[number]['kind']) =>
        some.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
      const refunded = sumOf('refund') - sumOf('refund_failed');
      const sums = { received: sumOf('charge'), refunded, withdrawn: sumOf('chargeback') };
      return [payment.intentid ?? '', { payment, ...sums }];
    }),
  );
}

/** Movements, and what went back of them. */
const findMoved = (db: Db, ids: readonly string[]) => {
  const all = db.selectFrom('ledger').select(['_id', 'kind', 'amount', 'returnof']);
  return all
    .where('_id', 'in', ids)
    .unionAll(all.where('returnof', 'in', ids))
    .execute();
};
