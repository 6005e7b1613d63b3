import type { PaymentAttention, ReconciliationItem, Verdict } from '#contract/reconciliation/calls.ts';
import type { PlainId } from '#languages/t.ts';

export const VERDICT_WORDS: Record<Verdict, { label: PlainId; tone: string }> = {
  matched: { label: 'reconciliation.matched', tone: 'badge-success' },
  'paid-not-enrolled': { label: 'reconciliation.paid_not_enrolled', tone: 'badge-error' },
  'enrolled-not-paid': { label: 'reconciliation.enrolled_not_paid', tone: 'badge-error' },
  'partly-refunded': { label: 'payments.partly_refunded', tone: 'badge-error' },
  refunded: { label: 'payments.refunded', tone: 'badge-info' },
  'owed-back': { label: 'reconciliation.to_refund', tone: 'badge-warning' },
  owed: { label: 'reconciliation.owes_school', tone: 'badge-warning' },
  'ledger-differs': { label: 'reconciliation.ledger_differs', tone: 'badge-error' },
  'amount-differs': { label: 'reconciliation.price_differs', tone: 'badge-error' },
  'refunded-too-much': { label: 'reconciliation.refunded_too_much', tone: 'badge-error' },
  'order-without-enrolment': { label: 'reconciliation.place_missing', tone: 'badge-error' },
  'enrolment-without-order': { label: 'reconciliation.place_without_payment', tone: 'badge-error' },
};

/** What an admin is told of records that contradict themselves, which no button mends. */
export const CONTRADICTION_WORDS: { readonly [V in Verdict]?: PlainId } = {
  'ledger-differs': 'reconciliation.ledger_differs_what',
  'amount-differs': 'reconciliation.price_differs_what',
  'refunded-too-much': 'reconciliation.refunded_too_much_what',
  'order-without-enrolment': 'reconciliation.place_not_on_record',
  'enrolment-without-order': 'reconciliation.place_without_payment_what',
};

export const ATTENTION_WORDS: Record<PaymentAttention, PlainId> = {
  'partly-refunded': 'reconciliation.decide_about_place',
  'refunded-outside': 'reconciliation.refunded_outside',
  disputed: 'reconciliation.disputed',
  'dispute-lost': 'reconciliation.dispute_lost',
  'refund-failed': 'reconciliation.refund_not_arrived',
  'owed-back': 'reconciliation.refund_at_school',
};

const HELD = { label: 'reconciliation.not_paid_yet', tone: 'badge-ghost' } as const;

export const PLACE_WORDS: Record<ReconciliationItem['state'], { label: PlainId; tone: string }> = {
  held: HELD,
  intent: HELD,
  expiring: HELD,
  expired: { label: 'reconciliation.ended', tone: 'badge-ghost' },
  enrolled: { label: 'reconciliation.enrolled', tone: 'badge-success' },
  refund_due: { label: 'reconciliation.on_its_way_back', tone: 'badge-info' },
  refunded: { label: 'payments.refunded', tone: 'badge-info' },
  refund_failed: { label: 'reconciliation.refund_failed', tone: 'badge-error' },
};
