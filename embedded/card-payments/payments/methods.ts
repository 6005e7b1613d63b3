import { createHmac } from 'node:crypto';
import { cvcLength, passesLuhn, TEST_CARDS, type TestCard } from '#contract/protocols/card-payments.ts';
import { badRequest, cardError, missing } from '#embedded/card-payments/errors.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import type { Service } from '#embedded/card-payments/options.ts';
import type { Parameters } from '#embedded/card-payments/parameters/parameters.ts';
import type { CardsDb, MethodRow } from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';

/** What stripe.js sends about the browser; none of it is kept. */
export const BROWSER_DETAILS = [
  'payment_user_agent',
  'guid',
  'muid',
  'sid',
  'time_on_page',
  'pasted_fields',
  'referrer',
  'client_attribution_metadata',
  'radar_options',
  '_stripe_version',
] as const;

const YEARS_AHEAD_MAX = 50;
const TOKEN_YEARS_AHEAD = 4;

/**
 * Reads `type`, `card[…]` and `billing_details[…]` of a new payment method. The number is compared with the
 * test cards and forgotten: what comes back, a row not yet stored, has its last four digits. Throws 402 for a
 * card that cannot be taken.
 */
export function readMethod(parameters: Parameters, service: Service, now: number): MethodRow {
  if (parameters.oneOf('type', ['card']) === undefined) {
    throw badRequest('Missing required param: type.', { code: 'parameter_missing', param: 'type' });
  }
  const card = parameters.part('card');
  if (!card) throw badRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' });
  const tested = readNumber(card);
  const expiry = readExpiry(card, now);
  const cvc = card.text('cvc');
  if (cvc !== undefined && !new RegExp(`^\\d{${cvcLength(tested.brand)}}$`).test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' });
  }
  const billing = readBilling(parameters.part('billing_details'));
  return { ...testMethod(tested, service, now), ...expiry, hascvc: cvc === undefined ? 0 : 1, billing };
}

/** Stripe's refusal of a card that is not one of its test cards. */
const NOT_A_TEST_CARD =
  'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';

function readNumber(card: Parameters): TestCard {
  const digits = card.required('number').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', { param: 'number' });
  }
  const tested = TEST_CARDS.find(({ number }) => number === digits);
  if (!tested) {
    throw cardError('card_declined', NOT_A_TEST_CARD, {
      decline_code: 'test_mode_live_card',
      param: 'number',
    });
  }
  return tested;
}

function readExpiry(card: Parameters, now: number): { expmonth: number; expyear: number } {
  const invalid = (part: 'month' | 'year') =>
    cardError(`invalid_expiry_${part}`, `Your card's expiration ${part} is invalid.`, {
      param: `exp_${part}`,
    });
  const month = card.required('exp_month');
  const year = card.required('exp_year');
  const expmonth = Number(month);
  if (!/^\d{1,2}$/.test(month) || expmonth < 1 || expmonth > 12) throw invalid('month');
  if (!/^(\d{2}|\d{4})$/.test(year)) throw invalid('year');
  const today = new Date(now);
  const expyear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const thisYear = today.getUTCFullYear();
  if (expyear < thisYear || expyear > thisYear + YEARS_AHEAD_MAX) throw invalid('year');
  if (expyear === thisYear && expmonth < today.getUTCMonth() + 1) throw invalid('month');
  return { expmonth, expyear };
}

/**
 * A name is no place for a card number, but people and password managers put one there. Cards begin with 2 to
 * 6 and have 15 digits or more; a telephone number in an address is shorter.
 */
const LOOKS_LIKE_A_CARD = /(?<!\d[ -]?)[2-6](?:[ -]?\d){14,18}/g;

export function noCardNumber(text: string | undefined, what = 'Billing details'): string | null {
  for (const [found] of text?.matchAll(LOOKS_LIKE_A_CARD) ?? []) {
    if (passesLuhn(found.replace(/\D/g, ''))) throw badRequest(`${what} must not hold a card number.`);
  }
  return text ?? null;
}

function readBilling(details: Parameters | undefined): string {
  if (!details) return '{}';
  const email = noCardNumber(details.text('email'));
  const address = details.part('address');
  const parts = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;
  return JSON.stringify({
    email,
    name: noCardNumber(details.text('name')),
    phone: details.text('phone', 20) ?? null,
    ...(address
      ? { address: Object.fromEntries(parts.map((part) => [part, noCardNumber(address.text(part))])) }
      : {}),
  });
}

/** A payment method of a test card, not yet stored. */
export function testMethod(card: TestCard, service: Service, now: number): MethodRow {
  const key = createHmac('sha256', service.secretKey).update('card fingerprint').digest();
  return {
    id: newId('pm'),
    brand: card.brand,
    funding: card.funding,
    last4: card.number.slice(-4),
    expmonth: 12,
    expyear: new Date(now).getUTCFullYear() + TOKEN_YEARS_AHEAD,
    fingerprint: createHmac('sha256', key).update(card.number).digest('base64url').slice(0, 16),
    outcome: card.outcome,
    hascvc: 1,
    billing: '{}',
    customerid: null,
    issetup: 0,
    detachedat: null,
    createdat: now,
  };
}

/** Stores a payment method that `readMethod` gave. */
export async function insertMethod(tx: CardsDb, row: MethodRow): Promise<MethodRow> {
  await addMethod(tx, row);
  return row;
}

const addMethod = prepared((tx: CardsDb, row: MethodRow) => tx.insertInto('cards_methods').values(row));

/**
 * The payment method with this id, for a payment of this customer or of none; a token of a test card
 * (`pm_card_visa`) makes a new one. Throws 404, and 400 where it was detached or is saved with another
 * customer.
 */
export async function takeMethod(
  db: CardsDb,
  id: string,
  { service, now }: { service: Service; now: number },
  customerid: string | null = null,
): Promise<MethodRow> {
  const tested = TEST_CARDS.find(({ token }) => token === id);
  if (tested) return insertMethod(db, testMethod(tested, service, now));
  const row = await db.selectFrom('cards_methods').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('PaymentMethod', id, 'payment_method');
  const param = 'payment_method';
  if (row.detachedat !== null) {
    throw badRequest('This PaymentMethod was detached from its Customer. It may not be used again.', {
      param,
    });
  }
  if (row.customerid !== null && row.customerid !== customerid) {
    throw badRequest(
      customerid === null
        ? `The PaymentMethod ${id} belongs to a Customer. Name it in the customer parameter.`
        : `The customer does not have a payment method with the ID ${id}.`,
      { code: customerid === null ? undefined : 'resource_missing', param },
    );
  }
  return row;
}
