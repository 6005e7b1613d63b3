import { recordEvent } from '#embedded/card-payments/events/events.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { changeIntent, PAYABLE, unexpectedState } from '#embedded/card-payments/payments/attempt.ts';
import {
  intentJson,
  lockIntent,
  readExpansions,
  showIntent,
} from '#embedded/card-payments/payments/intent-json.ts';

const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** POST /v1/payment_intents/:id/cancel: never after it succeeded, and never twice. */
export const cancelIntent: Operation = (request) => {
  const { id, key, parameters, now } = request;
  const cancellationreason = parameters.oneOf('cancellation_reason', REASONS) ?? null;
  const expand = readExpansions(parameters);
  parameters.end();
  return async (tx) => {
    const intent = await lockIntent(tx, id);
    if (!PAYABLE.includes(intent.status)) throw unexpectedState(intent, key, 'cancel');
    const change = {
      status: 'canceled',
      cancellationreason,
      canceledat: now,
      authenticationid: null,
    } as const;
    const row = await changeIntent(tx, intent, change);
    await recordEvent(tx, request, 'payment_intent.canceled', intentJson(row));
    return ok(await showIntent(tx, row, key, expand));
  };
};
