import { badRequest } from '#embedded/card-payments/errors.ts';
import type { CardsRequest, Operation } from '#embedded/card-payments/options.ts';
import { readOffSession, readUsage } from '#embedded/card-payments/parameters/saving.ts';
import { attempt, changeIntent, PAYABLE, unexpectedState } from '#embedded/card-payments/payments/attempt.ts';
import { checkOwn, lockIntent, readExpansions } from '#embedded/card-payments/payments/intent-json.ts';
import {
  BROWSER_DETAILS,
  insertMethod,
  readMethod,
  takeMethod,
} from '#embedded/card-payments/payments/methods.ts';
import type { IntentRow } from '#embedded/card-payments/tables.ts';

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
  const usage = readUsage(parameters);
  const offSession = readOffSession(parameters, key === 'secret');
  const expand = readExpansions(parameters);
  parameters.ignore([...BROWSER_DETAILS, 'expected_payment_method_type', 'use_stripe_sdk', 'return_url']);
  parameters.end();
  return async (tx) => {
    const found = await lockIntent(tx, id);
    checkOwn(found, { key, clientSecret });
    if (!PAYABLE.includes(found.status)) throw unexpectedState(found, key, 'confirm');
    const intent = usage === undefined ? found : await changeIntent(tx, found, { setupfutureusage: usage });
    const method = fresh
      ? await insertMethod(tx, fresh)
      : await takeMethod(tx, methodOf(intent, key, methodid), request, intent.customerid);
    return attempt(tx, request, intent, method, { expand, offSession });
  };
};

const NO_METHOD =
  'You cannot confirm this PaymentIntent because it is missing a payment method. Confirm it again with one.';

/** The payment method that is named, or that the intent has. Throws 400 where there is none. */
function methodOf(intent: IntentRow, key: CardsRequest['key'], named?: string): string {
  const id = named ?? intent.methodid;
  if (id === null) throw unexpectedState(intent, key, 'confirm', NO_METHOD);
  return id;
}
