import { badRequest } from '#embedded/card-payments/errors.ts';
import type { CardsRequest, Operation } from '#embedded/card-payments/options.ts';
import { attempt, PAYABLE, unexpectedState } from '#embedded/card-payments/payments/attempt.ts';
import {
  checkOwn,
  findMethod,
  lockIntent,
  readExpansions,
} from '#embedded/card-payments/payments/intent-json.ts';
import {
  BROWSER_DETAILS,
  insertMethod,
  readMethod,
  takeMethod,
} from '#embedded/card-payments/payments/methods.ts';
import type { CardsDb, IntentRow, MethodRow } from '#embedded/card-payments/tables.ts';

/**
 * POST /v1/payment_intents/:id/confirm, with a payment method or the data of one; a browser shows the client
 * secret.
 */
export const confirmIntent: Operation = (request) => {
  const { service, parameters, now, key, id } = request;
  const clientSecret = parameters.text('client_secret');
  const methodid = parameters.text('payment_method');
  const data = parameters.part('payment_method_data');
  if (data && key === 'secret') {
    throw badRequest('Card data is taken from browsers alone: send the id of a payment method.', {
      param: 'payment_method_data',
    });
  }
  data?.ignore(BROWSER_DETAILS);
  const fresh = data ? readMethod(data, service, now) : null;
  const expand = readExpansions(parameters);
  parameters.ignore([...BROWSER_DETAILS, 'expected_payment_method_type', 'use_stripe_sdk', 'return_url']);
  parameters.end();
  return async (tx) => {
    const intent = await lockIntent(tx, id);
    checkOwn(intent, { key, clientSecret });
    if (!PAYABLE.includes(intent.status)) throw unexpectedState(intent, key, 'confirm');
    const method = fresh
      ? await insertMethod(tx, fresh)
      : methodid
        ? await takeMethod(tx, methodid, service, now)
        : await methodOf(tx, intent, key);
    return attempt(tx, request, intent, method, expand);
  };
};

const NO_METHOD =
  'You cannot confirm this PaymentIntent because it is missing a payment method. Confirm it again with one.';

async function methodOf(tx: CardsDb, intent: IntentRow, key: CardsRequest['key']): Promise<MethodRow> {
  if (!intent.methodid) throw unexpectedState(intent, key, 'confirm', NO_METHOD);
  return findMethod(tx, intent.methodid);
}
