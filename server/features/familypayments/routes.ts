import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { familyPaymentEndpoints } from '#contract/familypayments/schema.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { recordFamilyPayment, startFamilyPayment } from './start-family-payment.ts';

export const familyPaymentRoutes: FastifyPluginAsyncZod<{ payments: Payments }> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };

  app.route({
    ...familyPaymentEndpoints.payInvoices,
    handler: async ({ params: { id }, body: { invoiceids = [], instalmentid }, user }) => {
      ensure(!payments.needsProvedAddress || user.emailverified, 'email-not-verified');
      return startFamilyPayment(payments, {
        userid: user._id,
        invoiceids: instalmentid === undefined ? [...new Set([id, ...invoiceids])] : [id],
        instalmentid,
      });
    },
  });

  app.route({
    ...familyPaymentEndpoints.recordPaidInvoices,
    handler: async ({ params: { id }, body: { transactionId }, user }) => ({
      paid: await recordFamilyPayment(payments, { userid: user._id, invoiceid: id, transactionId }),
    }),
  });
};
