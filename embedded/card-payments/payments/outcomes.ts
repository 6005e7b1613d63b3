import type { CardOutcome } from '#contract/protocols/card-payments.ts';
import type { MethodRow } from '#embedded/card-payments/tables.ts';
import type { Failure } from './charge-json.ts';

const declined = (decline_code: string, message = 'Your card was declined.'): Failure => ({
  code: 'card_declined',
  decline_code,
  message,
});

const EXPIRED: Failure = {
  code: 'expired_card',
  param: 'exp_month',
  message: 'Your card has expired.',
};

/** Why a payment fails off-session whose bank wants to ask the cardholder, who is not there. */
export const AUTHENTICATION_REQUIRED: Failure = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

const REFUSALS: { readonly [O in CardOutcome]?: Failure } = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  decline_after_attaching: declined('generic_decline'),
  expired_card: EXPIRED,
  incorrect_cvc: { code: 'incorrect_cvc', param: 'cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  challenge_insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  challenge_generic_decline: declined('generic_decline'),
};

type Tried = Pick<MethodRow, 'outcome' | 'issetup' | 'expmonth' | 'expyear'>;

/** A card is good to the end of its month. */
const hasExpired = ({ expmonth, expyear }: Tried, now: number) => Date.UTC(expyear, expmonth, 1) <= now;

/** Why the bank of this card declines a charge, in Stripe's codes and words; null when it approves. */
export const refusalOf = (method: Tried, now: number): Failure | null =>
  REFUSALS[method.outcome] ?? (hasExpired(method, now) ? EXPIRED : null);

/** Why a customer cannot have this card saved without paying; null where that is possible. */
export const refusalToAttach = (method: Tried, now: number): Failure | null =>
  method.outcome === 'decline_after_attaching' || asksFirst(method) ? null : refusalOf(method, now);

/** Whether the bank asks the cardholder first (3-D Secure), who is there. */
export const asksFirst = ({ outcome }: Tried) => outcome.startsWith('challenge_');

/** Whether the bank would ask the cardholder first though they are not there. */
export const asksOffSession = (method: Tried): boolean =>
  method.outcome === 'challenge_succeeds' ||
  (asksFirst(method) && method.outcome !== 'challenge_on_session' && !method.issetup);
