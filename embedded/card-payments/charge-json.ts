import type Stripe from 'stripe';
import type { ErrorFields } from './errors.ts';
import { billingJson } from './method-json.ts';
import type { ChargeRow, IntentRow, MethodRow } from './tables.ts';

/** What is kept of a refused attempt. */
export type Failure = Pick<ErrorFields, 'code' | 'decline_code' | 'message' | 'param'>;

/** A charge in the API's form. */
export function chargeJson(
  row: ChargeRow,
  { method, intent, isDisputed }: { method: MethodRow; intent: IntentRow; isDisputed: boolean },
): Stripe.Charge {
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
    billing_details: billingJson(method),
    calculated_statement_descriptor: null,
    captured: !failure,
    created: Math.floor(row.createdat / 1000),
    currency: row.currency,
    customer: null,
    description: intent.description,
    disputed: isDisputed,
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
    payment_method_details: { type: 'card', card: cardJson(row, method) },
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

function cardJson(row: ChargeRow, method: MethodRow): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: row.status === 'succeeded' ? row.amount : null,
    authorization_code: null,
    brand: method.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: method.outcome === 'incorrect_cvc' ? 'fail' : method.hascvc ? 'pass' : null,
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: method.expmonth,
    exp_year: method.expyear,
    fingerprint: method.fingerprint,
    funding: method.funding,
    installments: null,
    last4: method.last4,
    mandate: null,
    network: method.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
