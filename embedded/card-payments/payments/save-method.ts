import { type Cause, recordEvent } from '#embedded/card-payments/events/events.ts';
import type { CardsDb, MethodRow, SetupFutureUsage } from '#embedded/card-payments/tables.ts';
import { lockCustomer } from './customers.ts';
import { methodJson } from './method-json.ts';

/**
 * Saves a payment method with a customer, for payments of this usage; gives it as it is then. A customer who
 * was deleted meanwhile has nothing saved.
 */
export async function saveMethod(
  tx: CardsDb,
  cause: Cause,
  method: MethodRow,
  { of, usage }: { of: string; usage: SetupFutureUsage | null },
): Promise<MethodRow> {
  const customer = await lockCustomer(tx, of);
  if (!customer || customer.deletedat !== null) return method;
  const issetup = usage === 'off_session' ? 1 : method.issetup;
  const saved = { ...method, customerid: of, issetup };
  await tx
    .updateTable('cards_methods')
    .set({ customerid: of, issetup })
    .where('id', '=', method.id)
    .execute();
  if (method.customerid === null) await recordEvent(tx, cause, 'payment_method.attached', methodJson(saved));
  return saved;
}

/** Takes a payment method from its customer, for good; gives it as it is then. */
export async function detachMethod(tx: CardsDb, cause: Cause, method: MethodRow): Promise<MethodRow> {
  const change = { customerid: null, issetup: 0 as const, detachedat: cause.now };
  await tx.updateTable('cards_methods').set(change).where('id', '=', method.id).execute();
  const detached = { ...method, ...change };
  await recordEvent(tx, cause, 'payment_method.detached', methodJson(detached), {
    customer: method.customerid,
  });
  return detached;
}
