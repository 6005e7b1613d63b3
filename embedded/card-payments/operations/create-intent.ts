import { badRequest } from '#embedded/card-payments/errors.ts';
import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId, randomText } from '#embedded/card-payments/ids.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { readPrice } from '#embedded/card-payments/parameters/amounts.ts';
import { readOffSession, readUsage } from '#embedded/card-payments/parameters/saving.ts';
import { attempt } from '#embedded/card-payments/payments/attempt.ts';
import { takeCustomer } from '#embedded/card-payments/payments/customers.ts';
import { intentJson, readExpansions, showIntent } from '#embedded/card-payments/payments/intent-json.ts';
import { takeMethod } from '#embedded/card-payments/payments/methods.ts';
import type { CardsDb, IntentRow } from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';

/** POST /v1/payment_intents; with `confirm` it is paid, or refused, in the same call. */
export const createIntent: Operation = (request) => {
  const { parameters, now } = request;
  const price = readPrice(parameters);
  const description = parameters.text('description', 1000) ?? null;
  const receiptemail = parameters.text('receipt_email', 254) ?? null;
  const metadata = JSON.stringify(parameters.metadata());
  const methodid = parameters.text('payment_method');
  const customerid = parameters.text('customer') ?? null;
  const setupfutureusage = readUsage(parameters) ?? null;
  const confirms = parameters.flag('confirm');
  const offSession = readOffSession(parameters, confirms);
  if (confirms && methodid === undefined) {
    throw badRequest('A PaymentIntent is confirmed with a payment method: name one.', {
      param: 'payment_method',
    });
  }
  const other = parameters.list('allowed_payment_method_types').find((type) => type !== 'card');
  if (other) {
    throw badRequest(`The payment method type "${other.slice(0, 40)}" is not offered here.`, {
      param: 'allowed_payment_method_types',
    });
  }
  const expand = readExpansions(parameters);
  parameters.end();
  return async (tx) => {
    if (customerid !== null) await takeCustomer(tx, customerid, 'customer');
    const method = methodid ? await takeMethod(tx, methodid, request, customerid) : null;
    const id = newId('pi');
    const row = {
      id,
      clientsecret: `${id}_secret_${randomText()}`,
      ...price,
      status: method ? ('requires_confirmation' as const) : ('requires_payment_method' as const),
      description,
      receiptemail,
      metadata,
      methodid: method?.id ?? null,
      customerid,
      setupfutureusage,
      chargeid: null,
      authenticationid: null,
      lasterror: null,
      cancellationreason: null,
      canceledat: null,
      createdat: now,
    };
    await addIntent(tx, row);
    await recordEvent(tx, request, 'payment_intent.created', intentJson(row));
    if (method && confirms) return attempt(tx, request, row, method, { expand, offSession });
    return ok(await showIntent(tx, row, request.key, expand));
  };
};

const addIntent = prepared((tx: CardsDb, row: IntentRow) => tx.insertInto('cards_intents').values(row));
