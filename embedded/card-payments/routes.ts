import { cancelIntent } from './operations/cancel-intent.ts';
import { completeChallenge } from './operations/complete-challenge.ts';
import { confirmIntent } from './operations/confirm-intent.ts';
import { createIntent } from './operations/create-intent.ts';
import { createCustomer, deleteCustomer, readCustomer, updateCustomer } from './operations/customers.ts';
import { listDisputes, updateDispute } from './operations/disputes.ts';
import { listEvents } from './operations/events.ts';
import { createPaymentMethod } from './operations/payment-methods.ts';
import { listIntents, readIntent } from './operations/read-intents.ts';
import { createRefund, listRefunds } from './operations/refunds.ts';
import { attachMethod, detachMethodById, listMethods, readMethodById } from './operations/saved-methods.ts';
import { cancelSetup, confirmSetup, createSetup, readSetup, updateSetup } from './operations/setups.ts';
import { updateIntent } from './operations/update-intent.ts';
import type { Operation } from './options.ts';

/**
 * `caller`: a browser with the publishable key, the shop's server with the secret one, or either. `limit` is
 * per minute and address.
 */
export type CardsRoute = {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  caller: 'browser' | 'server' | 'either';
  operation: Operation;
  limit?: number;
};

const ATTEMPTS_PER_MINUTE = 30;

/** Every call that the service answers. */
export const routes: readonly CardsRoute[] = [
  {
    method: 'POST',
    url: '/v1/payment_methods',
    caller: 'browser',
    operation: createPaymentMethod,
    limit: ATTEMPTS_PER_MINUTE,
  },
  { method: 'GET', url: '/v1/payment_methods', caller: 'server', operation: listMethods },
  { method: 'GET', url: '/v1/payment_methods/:id', caller: 'server', operation: readMethodById },
  { method: 'POST', url: '/v1/payment_methods/:id/attach', caller: 'server', operation: attachMethod },
  { method: 'POST', url: '/v1/payment_methods/:id/detach', caller: 'server', operation: detachMethodById },
  { method: 'POST', url: '/v1/customers', caller: 'server', operation: createCustomer },
  { method: 'GET', url: '/v1/customers/:id', caller: 'server', operation: readCustomer },
  { method: 'POST', url: '/v1/customers/:id', caller: 'server', operation: updateCustomer },
  { method: 'DELETE', url: '/v1/customers/:id', caller: 'server', operation: deleteCustomer },
  { method: 'POST', url: '/v1/payment_intents', caller: 'server', operation: createIntent },
  { method: 'GET', url: '/v1/payment_intents', caller: 'server', operation: listIntents },
  { method: 'GET', url: '/v1/payment_intents/:id', caller: 'either', operation: readIntent },
  { method: 'POST', url: '/v1/payment_intents/:id', caller: 'server', operation: updateIntent },
  {
    method: 'POST',
    url: '/v1/payment_intents/:id/confirm',
    caller: 'either',
    operation: confirmIntent,
    limit: ATTEMPTS_PER_MINUTE,
  },
  { method: 'POST', url: '/v1/payment_intents/:id/cancel', caller: 'server', operation: cancelIntent },
  { method: 'POST', url: '/v1/setup_intents', caller: 'server', operation: createSetup },
  { method: 'GET', url: '/v1/setup_intents/:id', caller: 'either', operation: readSetup },
  { method: 'POST', url: '/v1/setup_intents/:id', caller: 'server', operation: updateSetup },
  {
    method: 'POST',
    url: '/v1/setup_intents/:id/confirm',
    caller: 'either',
    operation: confirmSetup,
    limit: ATTEMPTS_PER_MINUTE,
  },
  { method: 'POST', url: '/v1/setup_intents/:id/cancel', caller: 'server', operation: cancelSetup },
  {
    method: 'POST',
    url: '/v1/3ds2/challenge_complete',
    caller: 'browser',
    operation: completeChallenge,
    limit: ATTEMPTS_PER_MINUTE,
  },
  { method: 'POST', url: '/v1/refunds', caller: 'server', operation: createRefund },
  { method: 'GET', url: '/v1/refunds', caller: 'server', operation: listRefunds },
  { method: 'GET', url: '/v1/disputes', caller: 'server', operation: listDisputes },
  { method: 'POST', url: '/v1/disputes/:id', caller: 'server', operation: updateDispute },
  { method: 'GET', url: '/v1/events', caller: 'server', operation: listEvents },
];
