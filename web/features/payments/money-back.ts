import type { CancelledEnrolment, Enrolment, PastEnrolment } from '#contract/payments/calls.ts';

/*
 * Where the money of a place goes when it is cancelled, as those are told who look after the learner: back to
 * the card that paid, which may be another guardian’s, or by hand at the school.
 */

type Paid = Pick<Enrolment, 'paidby' | 'paidbyother'>;

const PAYER = 'the person who paid';
const cardOf = ({ paidbyother }: Paid) => (paidbyother ? `the card of ${PAYER}` : 'your card');

/** What will happen to a sum (written out), as the rest of a sentence. */
export function willReturn({ paidby, paidbyother }: Paid, sum: string): string {
  if (paidby === 'due') return `${sum} is no longer owed to the school`;
  if (paidby)
    return paidbyother
      ? `the school will refund ${sum} to ${PAYER}`
      : `the school will refund you ${sum}: please ask at the office`;
  return `${sum} goes back to ${paidbyother ? cardOf({ paidbyother }) : 'the card you paid with'}`;
}

/** What happens to a sum once the place is cancelled, as a sentence. */
export function returns(
  { state, paidby, paidbyother }: Pick<CancelledEnrolment, 'state'> & Paid,
  sum: string,
) {
  if (state === 'expired') return `${sum} is no longer owed to the school.`;
  if (state === 'refund_due' && paidby)
    return paidbyother
      ? `The school will refund ${sum} to ${PAYER}.`
      : `The school will refund you ${sum}: please ask at the office.`;
  const card = cardOf({ paidbyother });
  switch (state) {
    case 'refunded':
      return `${sum} goes back to ${card}.`;
    case 'refund_due':
      return `${sum} is on its way back to ${card}.`;
    case 'refund_failed':
      return `${sum} could not yet be refunded to ${card}. The school knows about it.`;
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
  const isOther = paid.paidbyother;
  if (paid.paidby && state === 'refunded')
    return isOther ? `The school refunded ${back} to ${PAYER}.` : `The school refunded you ${back}.`;
  if (paid.paidby)
    return isOther
      ? `The school will refund ${left} to ${PAYER}.`
      : `The school will refund you ${left}: please ask at the office.`;
  return state === 'refunded' ? `${back} went back to ${cardOf(paid)}.` : returns({ state, ...paid }, left);
}
