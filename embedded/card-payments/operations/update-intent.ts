import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { readUsage } from '#embedded/card-payments/parameters/saving.ts';
import { changeIntent, PAYABLE, unexpectedState } from '#embedded/card-payments/payments/attempt.ts';
import { takeCustomer } from '#embedded/card-payments/payments/customers.ts';
import { lockIntent, readExpansions, showIntent } from '#embedded/card-payments/payments/intent-json.ts';

/** POST /v1/payment_intents/:id: whose payment it is and whether its card is saved, until it has succeeded. */
export const updateIntent: Operation = (request) => {
  const { id, key, parameters } = request;
  const customerid = parameters.text('customer');
  const setupfutureusage = readUsage(parameters);
  const expand = readExpansions(parameters);
  parameters.end();
  return async (tx) => {
    const intent = await lockIntent(tx, id);
    if (!PAYABLE.includes(intent.status)) throw unexpectedState(intent, key, 'update');
    if (customerid !== undefined) await takeCustomer(tx, customerid, 'customer');
    const row = await changeIntent(tx, intent, {
      customerid: customerid ?? intent.customerid,
      setupfutureusage: setupfutureusage === undefined ? intent.setupfutureusage : setupfutureusage,
    });
    return ok(await showIntent(tx, row, key, expand));
  };
};
