import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paymentEndpoints } from '#contract/payments/schema.ts';
import { refundEndpoints } from '#contract/refunds/schema.ts';
import { type Payments, paidByHandOf } from '#server/features/orders/index.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { giveBack } from './family/give-back.ts';
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

  app.route({
    ...refundEndpoints.giveBack,
    handler: async ({ body, query: { dry }, user }) => {
      const isDry = dry !== undefined;
      const { _id, state, card, byhand, kind, currency, cardlast4 } = await giveBack(
        payments,
        { ...body, actor: user },
        { isDry },
      );
      return {
        insertedId: isDry ? undefined : _id,
        card,
        cardlast4: cardlast4 ?? undefined,
        // What the bank refused later was made all the same.
        cardstate: state === 'failed' ? 'refused' : state,
        byhand,
        kind,
        currency,
      };
    },
  });
};
