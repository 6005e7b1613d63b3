import { badRequest } from '#embedded/card-payments/errors.ts';
import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { newId, randomText } from '#embedded/card-payments/ids.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { PAYABLE } from '#embedded/card-payments/payments/attempt.ts';
import { takeCustomer } from '#embedded/card-payments/payments/customers.ts';
import { checkOwn } from '#embedded/card-payments/payments/intent-json.ts';
import {
  BROWSER_DETAILS,
  insertMethod,
  readMethod,
  takeMethod,
} from '#embedded/card-payments/payments/methods.ts';
import { attemptSetup, changeSetup, unexpectedSetup } from '#embedded/card-payments/payments/setup.ts';
import {
  findSetup,
  lockSetup,
  readsMethod,
  setupJson,
  showSetup,
} from '#embedded/card-payments/payments/setup-json.ts';

const USAGES = ['on_session', 'off_session'] as const;

/** POST /v1/setup_intents: a card is going to be saved, and nothing is charged. */
export const createSetup: Operation = (request) => {
  const { parameters, key, now } = request;
  const customerid = parameters.text('customer') ?? null;
  const usage = parameters.oneOf('usage', USAGES) ?? 'off_session';
  const description = parameters.text('description', 1000) ?? null;
  const metadata = JSON.stringify(parameters.metadata());
  const other = parameters.list('allowed_payment_method_types').find((type) => type !== 'card');
  if (other) {
    throw badRequest(`The payment method type "${other.slice(0, 40)}" is not offered here.`, {
      param: 'allowed_payment_method_types',
    });
  }
  const expands = readsMethod(parameters);
  parameters.end();
  return async (tx) => {
    if (customerid !== null) await takeCustomer(tx, customerid, 'customer');
    const id = newId('seti');
    const row = {
      id,
      clientsecret: `${id}_secret_${randomText()}`,
      status: 'requires_payment_method' as const,
      description,
      metadata,
      methodid: null,
      customerid,
      usage,
      authenticationid: null,
      lasterror: null,
      cancellationreason: null,
      createdat: now,
    };
    await tx.insertInto('cards_setups').values(row).execute();
    await recordEvent(tx, request, 'setup_intent.created', setupJson(row));
    return ok(await showSetup(tx, row, { key, expands }));
  };
};

/** GET /v1/setup_intents/:id; a browser shows the setup's client secret. */
export const readSetup: Operation = ({ id, key, parameters }) => {
  const clientSecret = parameters.text('client_secret');
  const expands = readsMethod(parameters);
  parameters.ignore(['is_stripe_sdk']);
  parameters.end();
  return async (db) => {
    const row = await findSetup(db, id);
    checkOwn(row, { key, clientSecret }, 'setup_intent');
    return ok(await showSetup(db, row, { key, expands }));
  };
};

/** POST /v1/setup_intents/:id: with whom the card is saved, until it is. */
export const updateSetup: Operation = ({ id, key, parameters }) => {
  const customerid = parameters.text('customer');
  const expands = readsMethod(parameters);
  parameters.end();
  return async (tx) => {
    const setup = await lockSetup(tx, id);
    if (!PAYABLE.includes(setup.status)) throw unexpectedSetup(setup, key, 'update');
    if (customerid !== undefined) await takeCustomer(tx, customerid, 'customer');
    const row = await changeSetup(tx, setup, { customerid: customerid ?? setup.customerid });
    return ok(await showSetup(tx, row, { key, expands }));
  };
};

const NO_METHOD =
  'You cannot confirm this SetupIntent because it is missing a payment method. Confirm it again with one.';

/** POST /v1/setup_intents/:id/confirm, with a payment method or the data of one. */
export const confirmSetup: Operation = (request) => {
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
  const expands = readsMethod(parameters);
  parameters.ignore([...BROWSER_DETAILS, 'expected_payment_method_type', 'use_stripe_sdk', 'return_url']);
  parameters.end();
  return async (tx) => {
    const setup = await lockSetup(tx, id);
    checkOwn(setup, { key, clientSecret }, 'setup_intent');
    if (!PAYABLE.includes(setup.status)) throw unexpectedSetup(setup, key, 'confirm');
    const named = methodid ?? setup.methodid;
    if (!fresh && named === null) throw unexpectedSetup(setup, key, 'confirm', NO_METHOD);
    const method = fresh
      ? await insertMethod(tx, fresh)
      : await takeMethod(tx, named ?? '', request, setup.customerid);
    return attemptSetup(tx, request, setup, method, { expands });
  };
};

const REASONS = ['abandoned', 'duplicate', 'requested_by_customer'] as const;

/** POST /v1/setup_intents/:id/cancel: never after its card was saved, and never twice. */
export const cancelSetup: Operation = (request) => {
  const { id, key, parameters } = request;
  const cancellationreason = parameters.oneOf('cancellation_reason', REASONS) ?? null;
  const expands = readsMethod(parameters);
  parameters.end();
  return async (tx) => {
    const setup = await lockSetup(tx, id);
    if (!PAYABLE.includes(setup.status)) throw unexpectedSetup(setup, key, 'cancel');
    const change = { status: 'canceled', cancellationreason, authenticationid: null } as const;
    const row = await changeSetup(tx, setup, change);
    await recordEvent(tx, request, 'setup_intent.canceled', setupJson(row));
    return ok(await showSetup(tx, row, { key, expands }));
  };
};
