import { leastCharge } from '#contract/protocols/least-charge.ts';
import { badRequest } from '#embedded/card-payments/errors.ts';
import type { Parameters } from './parameters.ts';

const MAXIMUM = 99_999_999;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/**
 * Reads `amount` (whole, in the currency's smallest coin) and `currency` (ISO 4217); throws 400 as Stripe
 * does.
 */
export function readPrice(parameters: Parameters): { amount: number; currency: string } {
  const asked = parameters.required('amount');
  const amount = parameters.integer('amount') ?? 0;
  const currency = parameters.required('currency').toLowerCase();
  if (!CURRENCIES.has(currency)) {
    throw badRequest(`Invalid currency: ${currency.slice(0, 40)}`, { param: 'currency' });
  }
  if (amount < 1) {
    throw badRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  const least = leastCharge(currency);
  if (amount < least) {
    throw badRequest(`Amount must be at least ${money(least, currency)}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > MAXIMUM || asked.length > String(MAXIMUM).length) {
    throw badRequest(`Amount must be no more than ${money(MAXIMUM, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return { amount, currency };
}

/** An amount as Stripe's messages write it, such as `$0.50 usd`. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return `${format.format(amount / 10 ** digits)} ${currency}`;
}
