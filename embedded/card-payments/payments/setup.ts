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
import type { CardsDb, MethodRow, SetupRow } from '#embedded/card-payments/tables.ts';
import { publicMethodJson } from './method-json.ts';
import { asksFirst, refusalToAttach } from './outcomes.ts';
import { saveMethod } from './save-method.ts';
import { setupFor, setupJson, showSetup } from './setup-json.ts';

type Change = Partial<Omit<SetupRow, 'id' | 'clientsecret' | 'createdat'>>;

/** Changes a setup that the caller has locked; gives the new row. */
export async function changeSetup(tx: CardsDb, setup: SetupRow, change: Change): Promise<SetupRow> {
  await tx.updateTable('cards_setups').set(change).where('id', '=', setup.id).execute();
  return { ...setup, ...change };
}

/** The refusal of a change that the setup's state does not allow. */
export function unexpectedSetup(
  row: SetupRow,
  key: CardsRequest['key'],
  verb: 'confirm' | 'cancel' | 'update',
  message = `You cannot ${verb} this SetupIntent because it has a status of ${row.status}.`,
): Refusal {
  const setup = setupFor(key, row);
  const code = 'setup_intent_unexpected_state';
  return new Refusal(400, { type: 'invalid_request_error', code, message, setup_intent: setup });
}

type Shown = { expands?: boolean };

/** Saves a card: done, refused (402, kept as the last error), or a challenge opened. */
export async function attemptSetup(
  tx: CardsDb,
  request: CardsRequest,
  setup: SetupRow,
  method: MethodRow,
  { expands = false }: Shown = {},
): Promise<Answer> {
  const failure = refusalToAttach(method, request.now);
  if (failure) {
    const row = await changeSetup(tx, setup, failedWith({ type: 'card_error', ...failure }, method));
    await recordEvent(tx, request, 'setup_intent.setup_failed', setupJson(row));
    const fields: ErrorFields = JSON.parse(row.lasterror ?? '{}');
    const body = errorBody({ ...fields, setup_intent: setupFor(request.key, row) }, request.requestId);
    return { status: 402, body };
  }
  if (!asksFirst(method)) return finishSetup(tx, request, setup, method, { expands });
  const change = { status: 'requires_action', methodid: method.id, lasterror: null } as const;
  const row = await changeSetup(tx, setup, { ...change, authenticationid: newId('payatt') });
  await recordEvent(tx, request, 'setup_intent.requires_action', setupJson(row));
  return ok(await showSetup(tx, row, { key: request.key, expands }));
}

/** The card is saved, with the customer where one is named. */
export async function finishSetup(
  tx: CardsDb,
  request: CardsRequest,
  setup: SetupRow,
  method: MethodRow,
  { expands = false }: Shown = {},
): Promise<Answer> {
  const change = { status: 'succeeded', methodid: method.id, authenticationid: null } as const;
  const row = await changeSetup(tx, setup, { ...change, lasterror: null });
  if (row.customerid !== null) {
    await saveMethod(tx, request, method, { of: row.customerid, usage: row.usage });
  }
  await recordEvent(tx, request, 'setup_intent.succeeded', setupJson(row));
  return ok(await showSetup(tx, row, { key: request.key, expands }));
}

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Ends an attempt whose challenge the cardholder did not pass. */
export async function refuseSetup(
  tx: CardsDb,
  request: CardsRequest,
  setup: SetupRow,
  method: MethodRow,
): Promise<void> {
  const code = 'setup_intent_authentication_failure';
  const fields: ErrorFields = { type: 'invalid_request_error', code, message: AUTHENTICATION_FAILED };
  const row = await changeSetup(tx, setup, failedWith(fields, method));
  await recordEvent(tx, request, 'setup_intent.setup_failed', setupJson(row));
}

function failedWith(fields: AttemptError, method: MethodRow): Change {
  const lasterror = {
    ...fields,
    ...(fields.code ? { doc_url: docUrl(fields.code) } : {}),
    payment_method: publicMethodJson(method),
  } satisfies Omit<Stripe.SetupIntent.LastSetupError, 'setup_intent'>;
  return {
    status: 'requires_payment_method',
    methodid: null,
    authenticationid: null,
    lasterror: JSON.stringify(lasterror),
  };
}

/** The setup whose challenge this is, which is open, locked; undefined where it is that of a payment. */
export const lockChallengedSetup = (tx: CardsDb, source: string): Promise<SetupRow | undefined> =>
  tx
    .selectFrom('cards_setups')
    .selectAll()
    .where('authenticationid', '=', source)
    .forNoKeyUpdate('cards_setups')
    .executeTakeFirst();
