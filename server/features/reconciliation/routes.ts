import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reconciliationEndpoints } from '#contract/reconciliation.schema.ts';
import type { Payments } from '#server/features/payments/index.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { checkMoney, listAttention } from './check-money.ts';
import { repairMoney } from './repair-money.ts';

export const reconciliationRoutes: FastifyPluginAsyncZod<{ payments: Payments }> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  app.route({
    ...reconciliationEndpoints.checkMoney,
    handler: ({ query }) => {
      const thisMonth = new Date(payments.now()).toISOString().slice(0, 7);
      return checkMoney(payments, query.month ?? thisMonth);
    },
  });

  app.route({
    ...reconciliationEndpoints.repairMoney,
    handler: ({ body, user }) => repairMoney(payments, { ...body, actor: user }),
  });

  app.route({ ...reconciliationEndpoints.listAttention, handler: () => listAttention(payments) });
};
