import type { PaymentAttention, ReconciliationItem, Verdict } from '#contract/reconciliation/calls.ts';

export const VERDICT_WORDS: Record<Verdict, { label: string; tone: string }> = {
  matched: { label: 'Matched', tone: 'badge-success' },
  'paid-not-enrolled': { label: 'Paid, not enrolled', tone: 'badge-error' },
  'enrolled-not-paid': { label: 'Enrolled, not paid', tone: 'badge-error' },
  'partly-refunded': { label: 'Partly refunded', tone: 'badge-error' },
  refunded: { label: 'Refunded', tone: 'badge-info' },
  'owed-back': { label: 'To refund', tone: 'badge-warning' },
  owed: { label: 'Owes the school', tone: 'badge-warning' },
  'ledger-differs': { label: 'Ledger differs', tone: 'badge-error' },
  'amount-differs': { label: 'Price differs', tone: 'badge-error' },
  'refunded-too-much': { label: 'Too much refunded', tone: 'badge-error' },
  'order-without-enrolment': { label: 'Place is missing', tone: 'badge-error' },
  'enrolment-without-order': { label: 'Place without payment', tone: 'badge-error' },
};

/** What an admin is told of records that contradict themselves, which no button mends. */
export const CONTRADICTION_WORDS: { readonly [V in Verdict]?: string } = {
  'ledger-differs': 'The sum in the school’s ledger is not what was paid or refunded.',
  'amount-differs': 'The price on record is not what was paid.',
  'refunded-too-much': 'More was refunded than was due.',
  'order-without-enrolment': 'It was paid, but there is no place on record.',
  'enrolment-without-order': 'There is a place, but its payment has ended or never arrived.',
};

export const ATTENTION_WORDS: Record<PaymentAttention, string> = {
  'partly-refunded': 'Decide whether the student keeps the place.',
  'refunded-outside': 'Refunded at the card service. The place has ended.',
  disputed: 'Disputed at the bank: answer it at the card service.',
  'dispute-lost': 'The dispute was lost. The place has ended.',
  'refund-failed': 'The refund did not arrive. Try it again.',
  'owed-back': 'Paid at the school: refund it and mark it as refunded on the family’s page.',
};

const HELD = { label: 'Not paid yet', tone: 'badge-ghost' };

export const PLACE_WORDS: Record<ReconciliationItem['state'], { label: string; tone: string }> = {
  held: HELD,
  intent: HELD,
  expiring: HELD,
  expired: { label: 'Ended', tone: 'badge-ghost' },
  enrolled: { label: 'Enrolled', tone: 'badge-success' },
  refund_due: { label: 'On its way back', tone: 'badge-info' },
  refunded: { label: 'Refunded', tone: 'badge-info' },
  refund_failed: { label: 'Refund failed', tone: 'badge-error' },
};
