import { charge, refuseChallenge } from '#embedded/card-payments/attempt.ts';
import { missing } from '#embedded/card-payments/errors.ts';
import { newId } from '#embedded/card-payments/ids.ts';
import { findMethod } from '#embedded/card-payments/intent-json.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import type { CardsDb, IntentRow } from '#embedded/card-payments/tables.ts';

/**
 * POST /v1/3ds2/authenticate: opens the challenge of an intent in `requires_action`. The answer says that the cardholder must be
 * asked; no bank page is named, since the browser object shows the challenge itself.
 */
export const authenticate: Operation = ({ parameters, now }) => {
  const source = parameters.required('source');
  parameters.ignore(['browser', 'one_click_authn_device_support', 'return_url']);
  parameters.end();
  return async (tx) => {
    await findChallenged(tx, source);
    return ok({
      id: newId('threeds2'),
      object: 'three_d_secure_2',
      ares: null,
      created: Math.floor(now / 1000),
      creq: null,
      error: null,
      fallback_redirect_url: null,
      livemode: false,
      source,
      state: 'challenge_required',
    });
  };
};

/**
 * POST /v1/3ds2/challenge_complete: how the cardholder ended the challenge (`outcome`, this service's own parameter). What it meant
 * for the payment is read from the intent, as after any challenge.
 */
export const completeChallenge: Operation = (request) => {
  const { parameters } = request;
  const source = parameters.required('source');
  const outcome = parameters.oneOf('outcome', ['authenticated', 'failed']) ?? 'failed';
  parameters.end();
  return async (tx) => {
    const intent = await findChallenged(tx, source);
    const method = await findMethod(tx, intent.methodid ?? '');
    const from = { statuses: ['requires_action'], authenticationid: source } as const;
    if (outcome === 'authenticated') await charge(tx, request, intent, method, from);
    else await refuseChallenge(tx, request, intent, method, from);
    return ok({
      object: 'three_d_secure_2',
      source,
      state: outcome === 'authenticated' ? 'succeeded' : 'failed',
    });
  };
};

async function findChallenged(tx: CardsDb, source: string): Promise<IntentRow> {
  const intent = await tx
    .selectFrom('cards_intents')
    .selectAll()
    .where('authenticationid', '=', source)
    .executeTakeFirst();
  if (!intent) throw missing('source', source, 'source');
  return intent;
}
