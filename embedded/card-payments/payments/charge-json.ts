import type Stripe from 'stripe';
import type { ErrorFields } from '#embedded/card-payments/errors.ts';
import type { ChargeRow, IntentRow, MethodRow } from '#embedded/card-payments/tables.ts';
import { billingJson } from './method-json.ts';

/** What is kept of a refused attempt. */
export type Failure = Pick<ErrorFields, 'code' | 'decline_code' | 'message' | 'param'>;

/** What a charge shows of the card. */
export const CHARGED_CARD = [
  'brand',
  'funding',
  'last4',
  'expmonth',
  'expyear',
  'fingerprint',
  'outcome',
  'hascvc',
  'billing',
] as const satisfies readonly (keyof MethodRow)[];

/** A charge with its card, and its dispute if there is one. */
export type ShownCharge = ChargeRow &
  Pick<MethodRow, (typeof CHARGED_CARD)[number]> & { disputeid: string | null };

/** A charge in the API's form. */
export function chargeJson(row: ShownCharge, intent: IntentRow): Stripe.Charge {
  const failure: Failure | null = row.failure === null ? null : JSON.parse(row.failure);
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: failure ? 0 : row.amount,
    amount_refunded: row.amountrefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingJson(row),
    calculated_statement_descriptor: null,
    captured: !failure,
    created: Math.floor(row.createdat / 1000),
    currency: row.currency,
    customer: intent.customerid,
    description: intent.description,
    disputed: row.disputeid !== null,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: JSON.parse(intent.metadata),
    on_behalf_of: null,
    outcome: outcomeJson(failure),
    paid: !failure,
    payment_intent: row.intentid,
    payment_method: row.methodid,
    payment_method_details: { type: 'card', card: cardJson(row) },
    radar_options: {},
    receipt_email: intent.receiptemail,
    receipt_number: null,
    receipt_url: null,
    refunded: !failure && row.amountrefunded === row.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

function outcomeJson(failure: Failure | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: failure ? 'declined_by_network' : 'approved_by_network',
    reason: failure ? (failure.decline_code ?? failure.code ?? null) : null,
    risk_level: 'normal',
    seller_message: failure ? 'The bank did not authorize this payment.' : 'Payment complete.',
    type: failure ? 'issuer_declined' : 'authorized',
  };
}

function cardJson(row: ShownCharge): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: row.status === 'succeeded' ? row.amount : null,
    authorization_code: null,
    brand: row.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: row.outcome === 'incorrect_cvc' ? 'fail' : row.hascvc ? 'pass' : null,
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: row.expmonth,
    exp_year: row.expyear,
    fingerprint: row.fingerprint,
    funding: row.funding,
    installments: null,
    last4: row.last4,
    mandate: null,
    network: row.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
