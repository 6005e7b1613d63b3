import type { CardOutcome } from '#contract/protocols/card-payments.ts';
import type { Failure } from './charge-json.ts';

const declined = (decline_code: string, message = 'Your card was declined.'): Failure => ({
  code: 'card_declined',
  decline_code,
  message,
});

const REFUSALS: { readonly [O in CardOutcome]?: Failure } = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: { code: 'expired_card', param: 'exp_month', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', param: 'cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  challenge_insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  challenge_generic_decline: declined('generic_decline'),
};

/** Why the bank of this card declines a charge, in Stripe's codes and words; null when it approves. */
export const refusalOf = (outcome: CardOutcome): Failure | null => REFUSALS[outcome] ?? null;

/** Whether the bank asks the cardholder first (3-D Secure). */
export const asksFirst = (outcome: CardOutcome) => outcome.startsWith('challenge_');
