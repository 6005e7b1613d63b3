import type { CancelledEnrolment, Enrolment, PastEnrolment } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';

/*
 * Where the money of a place goes when it is cancelled, as those are told who look after the learner: back to
 * the card that paid, which may be another guardian’s, or by hand at the school.
 */

type Paid = Pick<Enrolment, 'paidby' | 'paidbyother'>;

/** Whose the money is, for a message: of who reads it, or of another guardian. */
const payerOf = ({ paidbyother }: Paid) => (paidbyother ? 'other' : 'self');

/** Whose place it is, the reader's or another learner's, and until when it can be cancelled, written out. */
type Place = { who: 'self' | 'other'; until: string };

/** What cancelling a place means for it and for a sum that goes back, written out. */
export function cancelLead(paid: Paid, { sum, ...place }: Place & { sum: string }): string {
  if (paid.paidby === 'due') return t('payments.cancel_lead_owed', { ...place, sum });
  const values = { ...place, sum, payer: payerOf(paid) };
  return paid.paidby ? t('payments.cancel_lead_refunded', values) : t('payments.cancel_lead_card', values);
}

/** What happens to a sum once the place is cancelled, as a sentence. */
export function returns({ state, ...paid }: Pick<CancelledEnrolment, 'state'> & Paid, sum: string) {
  const values = { sum, payer: payerOf(paid) };
  if (state === 'expired') return t('payments.no_longer_owed', { sum });
  if (state === 'refund_due' && paid.paidby) return t('payments.school_will_refund', values);
  switch (state) {
    case 'refunded':
      return t('payments.goes_back', values);
    case 'refund_due':
      return t('payments.on_its_way_back', values);
    case 'refund_failed':
      return t('payments.not_yet_refunded', values);
  }
}

/**
 * What happened to the money of a place that ended, as a sentence; `back` and `left` are what came back and
 * what did not, written out.
 */
export function returned(
  { state, ...paid }: Pick<PastEnrolment, 'state'> & Paid,
  back: string,
  left: string,
) {
  const payer = payerOf(paid);
  if (paid.paidby && state === 'refunded') return t('payments.school_refunded', { sum: back, payer });
  if (paid.paidby) return t('payments.school_will_refund', { sum: left, payer });
  return state === 'refunded'
    ? t('payments.went_back', { sum: back, payer })
    : returns({ state, ...paid }, left);
}
