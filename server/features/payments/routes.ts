import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { paymentEndpoints } from '#contract/payments/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearner } from '#server/features/learners/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { enrolByHand } from './by-hand/enrol.ts';
import { enrolSeveral } from './by-hand/enrol-several.ts';
import { markPaid, markReturned } from './by-hand/mark.ts';
import { recordMovement } from './by-hand/record-movement.ts';
import { payerFor } from './payer.ts';
import { enrolFree, recordPayment } from './settling/record-payment.ts';
import { startPayment, startUnnamedPayment } from './start-payment.ts';

export type PaymentOptions = { payments: Payments; rateLimitFactor: number };

/** So many codes a payer may try in a minute; who guesses finds none. */
const CODES_PER_MINUTE = 10;

export const paymentRoutes: FastifyPluginAsyncZod<PaymentOptions> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  const { db, needsProvedAddress } = payments;
  const requireProof = ({ emailverified }: Caller) =>
    ensure(!needsProvedAddress || emailverified, 'email-not-verified');
  const countCode = perMinute<FastifyRequest>(CODES_PER_MINUTE * options.rateLimitFactor, {
    key: ({ user }) => user._id,
  });
  const codeIn = (request: FastifyRequest, code: string | undefined) => {
    if (code !== undefined) countCode(request);
    return code;
  };

  app.route({
    ...paymentEndpoints.createPaymentIntent,
    handler: async (request) => {
      const { body, user } = request;
      requireProof(user);
      const { price, classid, learnerid = user.learnerid, learnerids, confirmclash } = body;
      const code = codeIn(request, body.code);
      if (classid === undefined) {
        ensure(price !== undefined, 'price-differs');
        const payer = await payerFor(payments, user, [{ learnerid }]);
        return startUnnamedPayment(payments, { ...payer, learnerid, price });
      }
      const items = [...new Set(learnerids ?? [learnerid])].map((id) => ({ learnerid: id, classid }));
      const payer = await payerFor(payments, user, items);
      return startPayment(payments, {
        ...payer,
        items,
        price,
        code,
        confirmclash,
        together: learnerids !== undefined,
      });
    },
  });

  app.route({
    ...paymentEndpoints.checkout,
    handler: async (request) => {
      const { body, user } = request;
      requireProof(user);
      const code = codeIn(request, body.code);
      const named = body.items.map(({ classid, learnerid = user.learnerid }) => ({ classid, learnerid }));
      // One item twice is one place.
      const items = [...new Map(named.map((item) => [`${item.classid} ${item.learnerid}`, item])).values()];
      const payer = await payerFor(payments, user, items);
      return startPayment(payments, {
        ...payer,
        items,
        price: body.price,
        code,
        instalments: body.instalments,
        confirmclash: body.confirmclash,
      });
    },
  });

  app.route({
    ...paymentEndpoints.recordPayment,
    handler: async ({ params, body, user }) => {
      const { classid } = params;
      return {
        result: { insertedId: await recordPayment(payments, { ...body, classid, userid: user._id }) },
      };
    },
  });

  app.route({
    ...paymentEndpoints.enrolFree,
    handler: async (request) => {
      const { params, body, user } = request;
      requireProof(user);
      const { learnerid = user.learnerid, confirmclash } = body;
      const code = codeIn(request, body.code);
      const checkAccess = async (on: Db) => {
        // Who takes themself over may be another learner by then.
        if (learnerid !== user.learnerid || on.isTransaction) await findLearner(on, user, learnerid, 'enrol');
      };
      await checkAccess(db);
      const place = { userid: user._id, learnerid, classid: params.classid };
      const insertedId = await enrolFree(payments, { ...place, code, confirmclash, checkAccess });
      return { result: { insertedId } };
    },
  });

  app.route({
    ...paymentEndpoints.enrolByHand,
    handler: ({ body, query: { dry }, user }) =>
      'items' in body
        ? enrolSeveral(payments, { ...body, actor: user }, { isDry: dry !== undefined })
        : enrolByHand(payments, { ...body, actor: user }, { isDry: dry !== undefined }),
  });

  app.route({
    ...paymentEndpoints.markPaid,
    handler: async ({ params, body, user }) => {
      await markPaid(payments, { ...params, ...body, actor: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...paymentEndpoints.recordMovement,
    handler: async ({ body, user }) => ({
      insertedId: await recordMovement(payments, { ...body, actor: user }),
    }),
  });

  app.route({
    ...paymentEndpoints.markReturned,
    handler: async ({ params, body, user }) => {
      await markReturned(payments, { ...params, ...body, actor: user });
      return { modifiedCount: 1 };
    },
  });
};
