import type { HandKind } from '#contract/payments/calls.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { endFamilyPayment, findFamilyPayment } from '#server/features/familypayments/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { changePart, findInvoiceOf, findLeft, findPart } from '#server/features/parts/index.ts';
import { findMovementBy, recordMovement } from '#server/features/payments/index.ts';
import { ensure } from '#server/http/errors.ts';

type ByHand = { id: string; kind: HandKind; key: string; actor: Exclude<Actor, null> };

/**
 * Records that what is left of an instalment was paid at the school; gives whether anything changed, which the
 * same key again does not. A try of the card ends before, and what it took counts. Throws
 * `instalment-not-found`, `instalment-settled` and `provider-unavailable`.
 */
export async function payByHand(payments: Payments, { id, kind, key, actor }: ByHand): Promise<boolean> {
  const { db, now, terms } = payments;
  const part = await findPart(db, id);
  ensure(part, 'instalment-not-found');
  const { userid } = await findInvoiceOf(db, part);
  ensure(userid, 'instalment-not-found');
  const ofPart = `instalment.${id}.${key}`;
  if (await findMovementBy(db, { userid, key: ofPart })) return false;
  const payment = part.state === 'trying' && part.paymentid && (await findFamilyPayment(db, part.paymentid));
  if (payment) await endFamilyPayment(payments, payment);
  const amount = await findLeft(db, part, await findInvoiceOf(db, part));
  ensure(amount > 0, 'instalment-settled');
  await recordMovement(payments, {
    ...{ userid, kind, amount, day: schoolDay(await terms(), now()), key: ofPart, actor },
    invoiceid: part.invoiceid,
    also: async (tx) => {
      const states = ['due', 'trying', 'failed'] as const;
      const change = { state: 'paid' as const, paymentid: null, refusal: null, workat: null };
      ensure(await changePart(tx, id, states, { ...change, now: now() }), 'instalment-settled');
    },
  });
  return true;
}
