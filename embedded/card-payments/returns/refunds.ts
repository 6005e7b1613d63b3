import type Stripe from 'stripe';
import type { CardOutcome } from '#contract/protocols/card-payments.ts';
import { missing } from '#embedded/card-payments/errors.ts';
import { type Cause, recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import type { Service } from '#embedded/card-payments/options.ts';
import { readCharge } from '#embedded/card-payments/payments/intent-json.ts';
import type { CardsDb, RefundRow } from '#embedded/card-payments/tables.ts';

/** How long a refund that changes takes to do so. */
export const REFUND_SETTLES_MS = 5000;

/** A refund in the API's form. */
export function refundJson(row: RefundRow): Stripe.Refund {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: null,
    charge: row.chargeid,
    created: Math.floor(row.createdat / 1000),
    currency: row.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata: JSON.parse(row.metadata),
    payment_intent: row.intentid,
    payment_method: null,
    reason: row.reason as Stripe.Refund.Reason | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
    ...(row.status === 'failed' ? { failure_reason: 'unknown' } : {}),
    ...(row.status === 'pending' ? { pending_reason: 'processing' } : {}),
  } satisfies Stripe.Refund;
}

/** A refund by its id. Throws 404. */
export async function findRefund(db: CardsDb, id: string): Promise<RefundRow> {
  const row = await db.selectFrom('cards_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('refund', id);
  return row;
}

/** How the refund of a card begins, and what it turns into. */
const courseOf = (outcome: CardOutcome, now: number): Pick<RefundRow, 'status' | 'next' | 'settlesat'> => {
  const settlesat = now + REFUND_SETTLES_MS;
  if (outcome === 'refund_pending') return { status: 'pending', next: 'succeeded', settlesat };
  if (outcome === 'refund_fails') return { status: 'succeeded', next: 'failed', settlesat };
  return { status: 'succeeded', next: null, settlesat: null };
};

/** Stores a refund whose amount was already taken off the charge, and records its event. */
export async function insertRefund(
  tx: CardsDb,
  cause: Cause,
  of: Pick<RefundRow, 'chargeid' | 'intentid' | 'amount' | 'currency' | 'reason' | 'metadata'>,
  outcome: CardOutcome,
): Promise<RefundRow> {
  const row = { id: newId('re'), ...of, ...courseOf(outcome, cause.now), createdat: cause.now };
  await tx.insertInto('cards_refunds').values(row).execute();
  await recordEvent(tx, cause, 'refund.created', refundJson(row));
  await recordEvent(tx, cause, 'charge.refunded', await readCharge(tx, row.chargeid));
  return row;
}

/** Settles the refunds that are due; the amount of a failed one can be refunded again. */
export async function settleRefunds(service: Service): Promise<void> {
  const now = service.now();
  const due = await service.db
    .selectFrom('cards_refunds')
    .selectAll()
    .where('settlesat', '<=', now)
    .orderBy('settlesat')
    .limit(100)
    .execute();
  for (const refund of due) {
    const { next } = refund;
    if (next === null) continue;
    await service.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('cards_refunds')
        .set({ status: next, next: null, settlesat: null })
        .where('id', '=', refund.id)
        .where('settlesat', 'is not', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      if (next === 'failed') await returnAmount(tx, refund);
      const cause = { service, now, requestId: null, idempotencyKey: null };
      const json = refundJson(await findRefund(tx, refund.id));
      await recordEvent(tx, cause, 'refund.updated', json);
      await recordEvent(tx, cause, 'charge.refund.updated', json);
      if (next === 'failed') await recordEvent(tx, cause, 'refund.failed', json);
    });
  }
}

async function returnAmount(tx: CardsDb, refund: RefundRow): Promise<void> {
  await tx
    .updateTable('cards_charges')
    .set((eb) => ({ amountrefunded: eb('amountrefunded', '-', refund.amount) }))
    .where('id', '=', refund.chargeid)
    .execute();
}
