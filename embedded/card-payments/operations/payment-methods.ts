import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { publicMethodJson } from '#embedded/card-payments/payments/method-json.ts';
import { BROWSER_DETAILS, insertMethod, readMethod } from '#embedded/card-payments/payments/methods.ts';

/**
 * POST /v1/payment_methods. A card that will be declined gets its payment method all the same, as at Stripe.
 */
export const createPaymentMethod: Operation = ({ service, parameters, now }) => {
  parameters.ignore(BROWSER_DETAILS);
  const method = readMethod(parameters, service, now);
  parameters.end();
  return async (tx) => ok(publicMethodJson(await insertMethod(tx, method)));
};
