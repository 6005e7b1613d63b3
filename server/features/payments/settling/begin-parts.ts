import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { billRests } from '#server/features/billing/index.ts';
import { issueInvoiceIn } from '#server/features/invoices/index.ts';
import { findSaved } from '#server/features/mandates/index.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import { beginPlan, type PlannedPart, readAgreed } from '#server/features/parts/index.ts';

/**
 * Places of which the first instalment has just been paid: the rest is charged and invoiced, and its instalments begin,
 * which it gives, where the account has a card saved. Without one, or where another account agreed to them, the
 * invoice is paid like any other. In a transaction that has the account's row locked.
 */
export async function beginParts(
  tx: Db,
  orders: readonly OrderRow[],
  { school, now }: { school: SchoolNow; now: number },
): Promise<readonly PlannedPart[]> {
  const [first] = orders;
  if (!first || first.plan === null || first.userid === null) return [];
  const { plan, userid } = first;
  const charges = await billRests(tx, orders, { school, now });
  const chargeids = charges.map(({ _id }) => _id);
  const orderids = orders.filter(({ amount }) => amount > 0).map(({ _id }) => _id);
  const { _id: invoiceid } = await issueInvoiceIn(tx, {
    ...{ userid, chargeids, orderids, school, now },
    actor: null,
  });
  if (first.agreedby !== userid || (await findSaved(tx, userid)).length === 0) return [];
  return beginPlan(tx, { paymentid: null, userid, plan: { invoiceid, ...readAgreed(plan) }, now });
}
