/**
 * The least that Stripe charges, in the currency's smallest coin (docs.stripe.com/currencies, minimum charge
 * amounts).
 */
export const LEAST_CHARGES: { readonly [currency: string]: number } = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
};
export const LEAST_ELSEWHERE = 50;

/** The least that a card can be charged in a currency (ISO 4217, in lower case), in its smallest coin. */
export const leastCharge = (currency: string): number => LEAST_CHARGES[currency] ?? LEAST_ELSEWHERE;
