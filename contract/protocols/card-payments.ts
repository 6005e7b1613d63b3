/*
 * What the card payments protocol (Stripe's REST API) and both of its embedded halves, the service and the browser object,
 * agree on: plain data and small pure functions.
 */

export type CardBrand = 'visa' | 'mastercard' | 'amex';

/** What a test card stands for: how a payment with it, or the refund of one, ends. */
export type CardOutcome =
  | 'succeeds'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'card_velocity_exceeded'
  | 'challenge_succeeds'
  | 'challenge_insufficient_funds'
  | 'challenge_generic_decline'
  | 'refund_pending'
  | 'refund_fails';

/** `token` is the id that stands for the card where there is no browser to type its number. */
export type TestCard = { number: string; brand: CardBrand; outcome: CardOutcome; token: string };

/** The only cards that the embedded service takes: Stripe's published test numbers (docs.stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: 'succeeds', token: 'pm_card_visa' },
  { number: '5555555555554444', brand: 'mastercard', outcome: 'succeeds', token: 'pm_card_mastercard' },
  { number: '378282246310005', brand: 'amex', outcome: 'succeeds', token: 'pm_card_amex' },
  {
    number: '4000000000000002',
    brand: 'visa',
    outcome: 'generic_decline',
    token: 'pm_card_visa_chargeDeclined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    outcome: 'insufficient_funds',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    number: '4000000000009987',
    brand: 'visa',
    outcome: 'lost_card',
    token: 'pm_card_visa_chargeDeclinedLostCard',
  },
  {
    number: '4000000000009979',
    brand: 'visa',
    outcome: 'stolen_card',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    outcome: 'expired_card',
    token: 'pm_card_chargeDeclinedExpiredCard',
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    outcome: 'incorrect_cvc',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    outcome: 'processing_error',
    token: 'pm_card_chargeDeclinedProcessingError',
  },
  {
    number: '4000000000006975',
    brand: 'visa',
    outcome: 'card_velocity_exceeded',
    token: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    outcome: 'challenge_succeeds',
    token: 'pm_card_authenticationRequiredOnSetup',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    outcome: 'challenge_succeeds',
    token: 'pm_card_authenticationRequired',
  },
  {
    number: '4000008260003178',
    brand: 'visa',
    outcome: 'challenge_insufficient_funds',
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    outcome: 'challenge_generic_decline',
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
  },
  { number: '4000000000007726', brand: 'visa', outcome: 'refund_pending', token: 'pm_card_pendingRefund' },
  { number: '4000000000005126', brand: 'visa', outcome: 'refund_fails', token: 'pm_card_refundFail' },
];

/** How the person ended the 3-D Secure challenge, as `POST /v1/3ds2/challenge_complete` hears it. */
export type ChallengeOutcome = 'authenticated' | 'failed';

/** Stripe's refusal of a card that is not one of its test cards. */
export const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';

/** Whether the last digit of a number (digits only) is the right check digit, ISO/IEC 7812-1 annex B ("Luhn"). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = index % 2 === 0 ? Number(digit) : Number(digit) * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** How many digits the security code of a brand has. */
export const cvcLength = (brand: CardBrand | 'unknown') => (brand === 'amex' ? 4 : 3);
