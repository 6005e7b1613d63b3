import type { PaymentAttention, ReconciliationItem, Verdict } from '#contract/reconciliation.ts';

export const VERDICT_WORDS: Record<Verdict, { label: string; tone: string }> = {
  matched: { label: 'Matched', tone: 'badge-success' },
  'paid-not-enrolled': { label: 'Paid, not enrolled', tone: 'badge-error' },
  'enrolled-not-paid': { label: 'Enrolled, not paid', tone: 'badge-error' },
  'partly-refunded': { label: 'Partly refunded', tone: 'badge-error' },
  refunded: { label: 'Refunded', tone: 'badge-info' },
  'owed-back': { label: 'To give back', tone: 'badge-warning' },
};

export const ATTENTION_WORDS: Record<PaymentAttention, string> = {
  'partly-refunded': 'Decide whether the student keeps the place.',
  'refunded-outside': 'Refunded at the card service; the place has ended.',
  disputed: 'Disputed at the bank: answer it at the card service.',
  'dispute-lost': 'The dispute is lost; the place has ended.',
  'refund-failed': 'The refund did not arrive: try it again.',
  'owed-back': 'Paid at the school: give it back and say so on the family’s page.',
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
