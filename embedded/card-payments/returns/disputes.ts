import type Stripe from 'stripe';
import { missing } from '#embedded/card-payments/errors.ts';
import { type Cause, recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import type { CardsDb, ChargeRow, DisputeRow } from '#embedded/card-payments/tables.ts';

const ANSWER_WITHIN_S = 7 * 24 * 60 * 60;

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** A dispute in the API's form. */
export function disputeJson(row: DisputeRow): Stripe.Dispute {
  const created = Math.floor(row.createdat / 1000);
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: [],
    charge: row.chargeid,
    created,
    currency: row.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, uncategorized_text: row.evidence },
    evidence_details: {
      due_by: created + ANSWER_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: row.evidence !== null,
      past_due: false,
      submission_count: row.submissions,
      submission_method: row.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: JSON.parse(row.metadata),
    payment_intent: row.intentid,
    reason: row.reason,
    status: row.status,
  } satisfies Stripe.Dispute;
}

/** A dispute by its id. Throws 404. */
export async function findDispute(db: CardsDb, id: string): Promise<DisputeRow> {
  const row = await db.selectFrom('cards_disputes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('dispute', id);
  return row;
}

/** The dispute of a charge, if its cardholder has gone to the bank. */
export const findDisputeOf = (db: CardsDb, chargeid: string) =>
  db.selectFrom('cards_disputes').selectAll().where('chargeid', '=', chargeid).executeTakeFirst();

/** The cardholder goes to the bank, which takes the money of the charge until it has decided. */
export async function openDispute(
  tx: CardsDb,
  cause: Cause,
  { id: chargeid, intentid, amount, currency }: Pick<ChargeRow, 'id' | 'intentid' | 'amount' | 'currency'>,
): Promise<void> {
  const row: DisputeRow = {
    id: newId('du'),
    chargeid,
    intentid,
    amount,
    currency,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence: null,
    submissions: 0,
    metadata: '{}',
    createdat: cause.now,
  };
  await tx.insertInto('cards_disputes').values(row).execute();
  await recordEvent(tx, cause, 'charge.dispute.created', disputeJson(row));
  await recordEvent(tx, cause, 'charge.dispute.funds_withdrawn', disputeJson(row));
}

/** The bank decides: won, and the money comes back to the shop; or lost, and it stays with the cardholder. */
export async function closeDispute(tx: CardsDb, cause: Cause, row: DisputeRow, status: 'won' | 'lost') {
  const closed: DisputeRow = { ...row, status };
  await tx.updateTable('cards_disputes').set({ status }).where('id', '=', row.id).execute();
  await recordEvent(tx, cause, 'charge.dispute.closed', disputeJson(closed));
  if (status === 'won') await recordEvent(tx, cause, 'charge.dispute.funds_reinstated', disputeJson(closed));
  return closed;
}
