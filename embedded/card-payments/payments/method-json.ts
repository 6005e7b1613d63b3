import type Stripe from 'stripe';
import type { CardBrand } from '#contract/protocols/card-payments.ts';
import type { MethodRow } from '#embedded/card-payments/tables.ts';

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** Brands that have another name when they are shown. */
const DISPLAY_BRANDS: { readonly [B in CardBrand]?: string } = {
  amex: 'american_express',
  diners: 'diners_club',
  unionpay: 'union_pay',
};

/** The billing details of a payment method, every field present as the API has it. */
export function billingJson(row: Pick<MethodRow, 'billing'>): Stripe.PaymentMethod.BillingDetails {
  const { address, ...person } = JSON.parse(row.billing) as Partial<Stripe.PaymentMethod.BillingDetails>;
  return {
    email: null,
    name: null,
    phone: null,
    tax_id: null,
    ...person,
    address: { ...NO_ADDRESS, ...address },
  };
}

/** A payment method in the API's form. */
export function methodJson(row: MethodRow): Stripe.PaymentMethod {
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingJson(row),
    card: {
      brand: row.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: row.hascvc ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: DISPLAY_BRANDS[row.brand] ?? row.brand,
      exp_month: row.expmonth,
      exp_year: row.expyear,
      fingerprint: row.fingerprint,
      funding: row.funding,
      generated_from: null,
      last4: row.last4,
      networks: { available: [row.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: Math.floor(row.createdat / 1000),
    customer: row.customerid,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } satisfies Stripe.PaymentMethod;
}

/**
 * What a browser sees of a payment method: without its fingerprint, which says whether two cards are the
 * same.
 */
export function publicMethodJson(row: MethodRow): Stripe.PaymentMethod {
  const json = methodJson(row);
  if (json.card) {
    const { fingerprint: _, ...card } = json.card;
    json.card = card;
  }
  return json;
}
