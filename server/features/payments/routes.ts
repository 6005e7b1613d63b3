import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paymentEndpoints } from '#contract/payments.schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { findEnrolments } from './enrolment-queries.ts';
import { findPastOrders } from './order-queries.ts';
import { cancelUntil, type Payments } from './payments.ts';
import { makeReceipt } from './receipt.ts';
import { enrolFree, recordPayment } from './record-payment.ts';
import { cancelEnrolment } from './refund-order.ts';
import { startPayment } from './start-payment.ts';

type Options = { payments: Payments; schoolName: string; schoolAddress: string | null };

export const paymentRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { schoolName, schoolAddress } = options;
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  const { db, now, needsProvedAddress } = payments;
  const requireProof = ({ emailverified }: Caller) =>
    ensure(!needsProvedAddress || emailverified, 'email-not-verified');

  app.route({
    ...paymentEndpoints.createPaymentIntent,
    handler: async ({ body, user }) => {
      requireProof(user);
      const order = await startPayment(payments, { ...body, email: user.email, classid: body.classid });
      return { ...order, clientSecret: order.clientsecret, price: order.amount };
    },
  });

  app.route({
    ...paymentEndpoints.recordPayment,
    handler: async ({ params, body, user }) => {
      const insertedId = await recordPayment(payments, {
        ...body,
        classid: params.classid,
        email: user.email,
      });
      return { result: { insertedId } };
    },
  });

  app.route({
    ...paymentEndpoints.enrolFree,
    handler: async ({ params, user }) => {
      requireProof(user);
      const { classid } = params;
      return { result: { insertedId: await enrolFree(payments, { classid, email: user.email }) } };
    },
  });

  app.route({
    ...paymentEndpoints.listEnrolments,
    handler: async ({ params }) => {
      const enrolments = await findEnrolments(db, params.email);
      const classes = await findClassesById(
        db,
        enrolments.map(({ classid }) => classid),
      );
      return enrolments.map((enrolment) => ({
        ...enrolment,
        canceluntil: cancelUntil(payments, enrolment),
        cancellable: now() < cancelUntil(payments, enrolment),
        result: classes.filter(({ _id }) => _id === enrolment.classid),
      }));
    },
  });

  app.route({
    ...paymentEndpoints.listPastEnrolments,
    handler: async ({ params }) => {
      const past = await findPastOrders(db, params.email);
      return past.map(({ amount, paidat, returned, state, ...order }) => ({
        ...order,
        state: state as 'refunded',
        price: amount,
        returned: Number(returned),
        date: paidat,
      }));
    },
  });

  app.route({
    ...paymentEndpoints.cancelEnrolment,
    handler: async ({ params, user }) => {
      const { state, amount, currency } = await cancelEnrolment(payments, params.id, user);
      return { state: state as 'refunded', price: amount, currency };
    },
  });

  app.route({
    ...paymentEndpoints.readReceipt,
    handler: ({ params, user }) =>
      makeReceipt(db, { id: params.id, schoolName, schoolAddress, caller: user }),
  });
};
