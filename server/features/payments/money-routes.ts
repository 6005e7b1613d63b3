import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { moneyEndpoints } from '#contract/money.schema.ts';
import { withDeadline } from '#server/providers/with-deadline.ts';
import { checkMoney, listAttention } from './check-money.ts';
import type { Payments } from './payments.ts';
import { repairMoney } from './repair-money.ts';

export const moneyRoutes: FastifyPluginAsyncZod<{ payments: Payments }> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  app.route({
    ...moneyEndpoints.checkMoney,
    handler: ({ query }) => {
      const thisMonth = new Date(payments.now()).toISOString().slice(0, 7);
      return checkMoney(payments, query.month ?? thisMonth);
    },
  });

  app.route({
    ...moneyEndpoints.repairMoney,
    handler: ({ body, user }) => repairMoney(payments, { ...body, actor: user }),
  });

  app.route({ ...moneyEndpoints.listAttention, handler: () => listAttention(payments) });
};
