import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reconciliationEndpoints } from '#contract/reconciliation/schema.ts';
import { schoolMonth } from '#server/database/rows/school-row.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { headOf, sendCsv } from '#server/http/answers/send-csv.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { listAttention } from './list-attention.ts';
import { browseMonthPlaces, MONTH_COLUMNS, monthRows } from './month-places.ts';
import { reconcileMonth } from './reconcile-month.ts';
import { repairPayment } from './repair-payment.ts';

export const reconciliationRoutes: FastifyPluginAsyncZod<{ payments: Payments }> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  app.route({
    ...reconciliationEndpoints.reconcileMonth,
    handler: async ({ query }) => {
      const thisMonth = schoolMonth(await payments.terms(), payments.now());
      return reconcileMonth(payments, query.month ?? thisMonth, query);
    },
  });

  app.route({
    ...reconciliationEndpoints.browseMonthPlaces,
    handler: async ({ query: { month, ...ask } }) => browseMonthPlaces(payments, month, ask),
  });

  app.route({
    ...reconciliationEndpoints.exportMonthPlaces,
    handler: async ({ query: { month, ...query } }, reply) =>
      sendCsv(reply, `places-${month}`, {
        head: headOf(MONTH_COLUMNS, query),
        rows: monthRows(payments, month),
      }),
  });

  app.route({
    ...reconciliationEndpoints.repairPayment,
    handler: ({ body, user }) => repairPayment(payments, { ...body, actor: user }),
  });

  app.route({
    ...reconciliationEndpoints.listAttention,
    handler: ({ query }) => listAttention(payments, query),
  });
};
