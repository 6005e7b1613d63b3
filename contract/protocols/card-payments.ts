/*
 * What the card payments protocol (Stripe's REST API) and both of its embedded halves, the service and the
 * browser object, agree on: plain data and small pure functions.
 */

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay';
export type CardFunding = 'credit' | 'debit' | 'prepaid';

/**
 * What a test card stands for: how a payment with it, or the refund of one, ends. `challenge_unless_set_up`
 * asks its holder off-session only where no payment saved it for that, `challenge_on_session` never does.
 */
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
  | 'challenge_unless_set_up'
  | 'challenge_on_session'
  | 'decline_after_attaching'
  | 'refund_pending'
  | 'refund_fails'
  | 'disputed';

/**
 * `token` is the id that stands for the card where there is no browser to type its number; a brand's second
 * card has none.
 */
export type TestCard = {
  number: string;
  brand: CardBrand;
  funding: CardFunding;
  outcome: CardOutcome;
  token: string | undefined;
};

const succeeds = (
  number: string,
  brand: CardBrand,
  token?: string,
  funding: CardFunding = 'credit',
): TestCard => ({ number, brand, funding, outcome: 'succeeds', token });

const visa = (number: string, outcome: CardOutcome, token: string): TestCard => ({
  number,
  brand: 'visa',
  funding: 'credit',
  outcome,
  token,
});

/**
 * The only cards that the embedded service takes: Stripe's published test numbers (docs.stripe.com/testing).
 */
export const TEST_CARDS: readonly TestCard[] = [
  succeeds('4242424242424242', 'visa', 'pm_card_visa'),
  succeeds('4000056655665556', 'visa', 'pm_card_visa_debit', 'debit'),
  succeeds('5555555555554444', 'mastercard', 'pm_card_mastercard'),
  succeeds('2223003122003222', 'mastercard'),
  succeeds('5200828282828210', 'mastercard', 'pm_card_mastercard_debit', 'debit'),
  succeeds('5105105105105100', 'mastercard', 'pm_card_mastercard_prepaid', 'prepaid'),
  succeeds('378282246310005', 'amex', 'pm_card_amex'),
  succeeds('371449635398431', 'amex'),
  succeeds('6011111111111117', 'discover', 'pm_card_discover'),
  succeeds('6011000990139424', 'discover'),
  succeeds('3056930009020004', 'diners', 'pm_card_diners'),
  succeeds('3566002020360505', 'jcb', 'pm_card_jcb'),
  succeeds('6200000000000005', 'unionpay', 'pm_card_unionpay'),
  visa('4000000000000002', 'generic_decline', 'pm_card_visa_chargeDeclined'),
  visa('4000000000009995', 'insufficient_funds', 'pm_card_visa_chargeDeclinedInsufficientFunds'),
  visa('4000000000009987', 'lost_card', 'pm_card_visa_chargeDeclinedLostCard'),
  visa('4000000000009979', 'stolen_card', 'pm_card_visa_chargeDeclinedStolenCard'),
  visa('4000000000000069', 'expired_card', 'pm_card_chargeDeclinedExpiredCard'),
  visa('4000000000000127', 'incorrect_cvc', 'pm_card_chargeDeclinedIncorrectCvc'),
  visa('4000000000000119', 'processing_error', 'pm_card_chargeDeclinedProcessingError'),
  visa('4000000000006975', 'card_velocity_exceeded', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded'),
  visa('4000002500003155', 'challenge_unless_set_up', 'pm_card_authenticationRequiredOnSetup'),
  visa('4000003800000446', 'challenge_on_session', 'pm_card_authenticationRequiredSetupForOffSession'),
  visa('4000002760003184', 'challenge_succeeds', 'pm_card_authenticationRequired'),
  visa('4000000000003220', 'challenge_succeeds', 'pm_card_threeDSecure2Required'),
  visa('4000000000003063', 'challenge_succeeds', 'pm_card_threeDSecureRequired'),
  visa(
    '4000008260003178',
    'challenge_insufficient_funds',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  visa('4000008400001629', 'challenge_generic_decline', 'pm_card_threeDSecureRequiredChargeDeclined'),
  visa('4000000000007726', 'refund_pending', 'pm_card_pendingRefund'),
  visa('4000000000005126', 'refund_fails', 'pm_card_refundFail'),
  visa('4000000000000259', 'disputed', 'pm_card_createDispute'),
  visa('4000000000000341', 'decline_after_attaching', 'pm_card_chargeCustomerFail'),
];

/** How the person ended the 3-D Secure challenge, as `POST /v1/3ds2/challenge_complete` hears it. */
export type ChallengeOutcome = 'authenticated' | 'failed';

/**
 * Whether the last digit of a number (digits only) is the right check digit, ISO/IEC 7812-1 annex B ("Luhn").
 */
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
