import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { instalmentEndpoints } from '#contract/instalments/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import { startFamilyPayment } from '#server/features/familypayments/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { listFailed } from './list-failed.ts';
import { payByHand } from './pay-by-hand.ts';
import { planInvoice } from './plan-invoice.ts';

export type InstalmentOptions = { payments: Payments; readSchool: ReadSchool };

export const instalmentRoutes: FastifyPluginAsyncZod<InstalmentOptions> = async (app, options) => {
  const { readSchool } = options;
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };

  app.route({
    ...instalmentEndpoints.startInstalments,
    handler: async ({ params: { id }, body: { parts: count }, user }) => {
      ensure(!payments.needsProvedAddress || user.emailverified, 'email-not-verified');
      const school = await readSchool();
      const { plan, ...payment } = await startFamilyPayment(payments, {
        userid: user._id,
        invoiceids: [id],
        plans: (tx, invoice, now) => planInvoice(tx, invoice, { count, school, now }),
      });
      ensure(plan, 'payment-expired');
      return { ...payment, parts: [...plan.parts], words: plan.words };
    },
  });

  app.route({
    ...instalmentEndpoints.listFailedInstalments,
    handler: async () => ({ items: await listFailed(payments.db) }),
  });

  app.route({
    ...instalmentEndpoints.markInstalmentPaid,
    handler: async ({ params, body, user }) => ({
      modifiedCount: (await payByHand(payments, { ...params, ...body, actor: user })) ? 1 : 0,
    }),
  });
};
