import type Stripe from 'stripe';
import {
  type AttemptError,
  docUrl,
  type ErrorFields,
  errorBody,
  Refusal,
} from '#embedded/card-payments/errors.ts';
import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import { type Answer, type CardsRequest, ok } from '#embedded/card-payments/options.ts';
import { openDispute } from '#embedded/card-payments/returns/disputes.ts';
import type {
  CardsDb,
  ChargeRow,
  IntentRow,
  IntentStatus,
  MethodRow,
} from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';
import type { Failure } from './charge-json.ts';
import { type Expansions, intentFor, intentJson, showIntent } from './intent-json.ts';
import { publicMethodJson } from './method-json.ts';
import { AUTHENTICATION_REQUIRED, asksFirst, asksOffSession, refusalOf } from './outcomes.ts';
import { saveMethod } from './save-method.ts';

/** Where an attempt to pay may start. */
export const PAYABLE: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

type Verb = 'confirm' | 'cancel' | 'update';
type Change = Partial<Omit<IntentRow, 'id' | 'clientsecret' | 'createdat'>>;

/** Changes an intent that the caller has locked; gives the new row. */
export async function changeIntent(tx: CardsDb, intent: IntentRow, change: Change): Promise<IntentRow> {
  await updateIntent(tx, { of: intent.id, ...change });
  return { ...intent, ...change };
}

const updateIntent = prepared((tx: CardsDb, { of, ...change }: Change & { of: string }) =>
  tx.updateTable('cards_intents').set(change).where('id', '=', of),
);

/** The refusal of a change that the intent's state does not allow. */
export function unexpectedState(
  row: IntentRow,
  key: CardsRequest['key'],
  verb: Verb,
  message = stateMessage(row, verb),
): Refusal {
  return new Refusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intentFor(key, row),
  });
}

const stateMessage = ({ status }: IntentRow, verb: Verb) =>
  verb === 'confirm' && status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`;

/**
 * Tries to take the money of an intent with a payment method: paid, refused (402, kept as the last error), or
 * a challenge opened, unless the cardholder is not there (`offSession`): then it is refused.
 */
export async function attempt(
  tx: CardsDb,
  request: CardsRequest,
  intent: IntentRow,
  method: MethodRow,
  { expand, offSession }: { expand: Expansions; offSession: boolean },
): Promise<Answer> {
  if (offSession) {
    const refusal = asksOffSession(method) ? AUTHENTICATION_REQUIRED : undefined;
    return charge(tx, request, intent, method, { expand, refusal });
  }
  if (!asksFirst(method)) return charge(tx, request, intent, method, { expand });
  const change = {
    status: 'requires_action',
    methodid: method.id,
    authenticationid: newId('payatt'),
    lasterror: null,
  } as const;
  const row = await changeIntent(tx, intent, change);
  await recordEvent(tx, request, 'payment_intent.requires_action', intentJson(row));
  return ok(await showIntent(tx, row, request.key, expand));
}

/**
 * Stands in for the bank: writes the charge and the intent's new state. `refusal`: why the bank is not
 * asked at all.
 */
export async function charge(
  tx: CardsDb,
  request: CardsRequest,
  intent: IntentRow,
  method: MethodRow,
  { expand = [], refusal }: { expand?: Expansions; refusal?: Failure } = {},
): Promise<Answer> {
  const failure = refusal ?? refusalOf(method, request.now);
  const chargeid = newId('ch');
  const change: Change = failure
    ? failedWith({ type: 'card_error', ...failure, charge: chargeid }, method, chargeid)
    : { status: 'succeeded', methodid: method.id, chargeid, authenticationid: null, lasterror: null };
  const row = await changeIntent(tx, intent, change);
  await insertCharge(tx, { id: chargeid, intent, method, failure, now: request.now });
  if (failure) return refused(tx, request, row);
  if (row.customerid !== null && row.setupfutureusage !== null) {
    await saveMethod(tx, request, method, { of: row.customerid, usage: row.setupfutureusage });
  }
  await recordEvent(tx, request, 'payment_intent.succeeded', intentJson(row));
  if (method.outcome === 'disputed') {
    const { id: intentid, amount, currency } = row;
    await openDispute(tx, request, { id: chargeid, intentid, amount, currency });
  }
  return ok(await showIntent(tx, row, request.key, expand));
}

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Ends an attempt whose challenge the cardholder did not pass. */
export async function refuseChallenge(
  tx: CardsDb,
  request: CardsRequest,
  intent: IntentRow,
  method: MethodRow,
): Promise<void> {
  const fields: ErrorFields = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: AUTHENTICATION_FAILED,
  };
  const row = await changeIntent(tx, intent, failedWith(fields, method, null));
  await recordEvent(tx, request, 'payment_intent.payment_failed', intentJson(row));
}

function failedWith(fields: AttemptError, method: MethodRow, chargeid: string | null): Change {
  const lasterror = {
    ...fields,
    ...(fields.code ? { doc_url: docUrl(fields.code) } : {}),
    payment_method: publicMethodJson(method),
  } satisfies Omit<Stripe.PaymentIntent.LastPaymentError, 'payment_intent'>;
  return {
    status: 'requires_payment_method',
    methodid: null,
    authenticationid: null,
    lasterror: JSON.stringify(lasterror),
    ...(chargeid ? { chargeid } : {}),
  };
}

async function refused(tx: CardsDb, request: CardsRequest, row: IntentRow): Promise<Answer> {
  await recordEvent(tx, request, 'payment_intent.payment_failed', intentJson(row));
  const fields: ErrorFields = JSON.parse(row.lasterror ?? '{}');
  const body = errorBody({ ...fields, payment_intent: intentFor(request.key, row) }, request.requestId);
  return { status: 402, body };
}

async function insertCharge(
  tx: CardsDb,
  of: { id: string; intent: IntentRow; method: MethodRow; failure: Failure | null; now: number },
): Promise<void> {
  await addCharge(tx, {
    id: of.id,
    intentid: of.intent.id,
    methodid: of.method.id,
    amount: of.intent.amount,
    amountrefunded: 0,
    currency: of.intent.currency,
    status: of.failure ? 'failed' : 'succeeded',
    failure: of.failure ? JSON.stringify(of.failure) : null,
    createdat: of.now,
  });
}

const addCharge = prepared((tx: CardsDb, row: ChargeRow) => tx.insertInto('cards_charges').values(row));
