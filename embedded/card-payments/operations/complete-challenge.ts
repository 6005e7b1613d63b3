import { missing } from '#embedded/card-payments/errors.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { charge, refuseChallenge } from '#embedded/card-payments/payments/attempt.ts';
import { findMethod } from '#embedded/card-payments/payments/intent-json.ts';
import { finishSetup, lockChallengedSetup, refuseSetup } from '#embedded/card-payments/payments/setup.ts';
import type { CardsDb, IntentRow } from '#embedded/card-payments/tables.ts';

/**
 * POST /v1/3ds2/challenge_complete: how the cardholder ended the challenge (`outcome`, this service's own
 * parameter). What it meant for the payment is read from the intent, as after any challenge.
 */
export const completeChallenge: Operation = (request) => {
  const { parameters } = request;
  const source = parameters.required('source');
  const outcome = parameters.oneOf('outcome', ['authenticated', 'failed']) ?? 'failed';
  parameters.end();
  return async (tx) => {
    const isPassed = outcome === 'authenticated';
    const setup = await lockChallengedSetup(tx, source);
    const intent = setup ?? (await lockChallenged(tx, source));
    const method = await findMethod(tx, intent.methodid ?? '');
    if (setup) await (isPassed ? finishSetup : refuseSetup)(tx, request, setup, method);
    else await (isPassed ? charge : refuseChallenge)(tx, request, intent as IntentRow, method);
    return ok({
      object: 'three_d_secure_2',
      source,
      state: isPassed ? 'succeeded' : 'failed',
    });
  };
};

/** The intent whose challenge this is, which is open, locked until the transaction ends. Throws 404. */
async function lockChallenged(tx: CardsDb, source: string): Promise<IntentRow> {
  const challenged = tx.selectFrom('cards_intents').selectAll().where('authenticationid', '=', source);
  const intent = await challenged.forNoKeyUpdate('cards_intents').executeTakeFirst();
  if (!intent) throw missing('source', source, 'source');
  return intent;
}
