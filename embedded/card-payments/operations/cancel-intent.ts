import { changeIntent, PAYABLE } from '#embedded/card-payments/attempt.ts';
import { recordEvent } from '#embedded/card-payments/events.ts';
import { findIntent, intentJson, readExpansions, showIntent } from '#embedded/card-payments/intent-json.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';

const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** POST /v1/payment_intents/:id/cancel: never after it succeeded, and never twice. */
export const cancelIntent: Operation = (request) => {
  const { id, key, parameters, now } = request;
  const cancellationreason = parameters.oneOf('cancellation_reason', REASONS) ?? null;
  const expand = readExpansions(parameters);
  parameters.end();
  return async (tx) => {
    await findIntent(tx, id);
    const change = {
      status: 'canceled',
      cancellationreason,
      canceledat: now,
      authenticationid: null,
    } as const;
    const row = await changeIntent(tx, key, id, change, { statuses: PAYABLE }, 'cancel');
    await recordEvent(tx, request, 'payment_intent.canceled', intentJson(row));
    return ok(await showIntent(tx, row, key, expand));
  };
};
