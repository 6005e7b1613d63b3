import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paymentEndpoints } from '#contract/payments/schema.ts';
import { type Payments, paidByHandOf } from '#server/features/orders/index.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { cancelEnrolment } from './refund-order.ts';

export const refundRoutes: FastifyPluginAsyncZod<{ payments: Payments }> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };

  app.route({
    ...paymentEndpoints.cancelEnrolment,
    handler: async ({ params, user }) => {
      const order = await cancelEnrolment(payments, params.id, user);
      const { state, amount, earned, currency } = order;
      return {
        state: state as 'refunded',
        price: amount,
        earned: earned || undefined,
        currency,
        paidby: paidByHandOf(order),
      };
    },
  });
};
