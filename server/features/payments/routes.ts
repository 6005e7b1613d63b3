import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { FORMER_STUDENT } from '#contract/former.ts';
import { paymentEndpoints } from '#contract/payments/schema.ts';
import { type Caller, isUnprovedImport } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById, withToday } from '#server/features/classes/index.ts';
import { findLearner, findLearnerNames, type LearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { markPaid, markReturned } from './by-hand.ts';
import { findPaid } from './by-hand-queries.ts';
import { findAllEarned } from './earned-queries.ts';
import { enrolByHand } from './enrol-by-hand.ts';
import { browseEnrolments, type EnrolmentRow, findEnrolments } from './enrolment-queries.ts';
import { listPastOrders } from './list-past-orders.ts';
import { movePlace } from './move-place.ts';
import { paidByHandOf } from './paid-by-hand.ts';
import { payerFor } from './payer.ts';
import { cancelUntil, mayMove, type Payments } from './payments.ts';
import { makeReceipt } from './receipt.ts';
import { enrolFree, recordPayment } from './record-payment.ts';
import { cancelEnrolment } from './refund-order.ts';
import { startPayment, startUnnamedPayment } from './start-payment.ts';

type Options = { payments: Payments; readSchool: ReadSchool };

export const paymentRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { readSchool } = options;
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  const { db, now, needsProvedAddress } = payments;
  const requireProof = ({ emailverified }: Caller) =>
    ensure(!needsProvedAddress || emailverified, 'email-not-verified');

  app.route({
    ...paymentEndpoints.createPaymentIntent,
    handler: async ({ body, user }) => {
      requireProof(user);
      const { price, classid, learnerid = user.learnerid, learnerids, confirmclash } = body;
      if (classid === undefined) {
        ensure(price !== undefined, 'price-differs');
        const payer = await payerFor(payments, user, [{ learnerid }]);
        return startUnnamedPayment(payments, { ...payer, learnerid, price });
      }
      const items = [...new Set(learnerids ?? [learnerid])].map((id) => ({ learnerid: id, classid }));
      const payer = await payerFor(payments, user, items);
      return startPayment(payments, {
        ...{ ...payer, items, price, confirmclash },
        together: learnerids !== undefined,
      });
    },
  });

  app.route({
    ...paymentEndpoints.checkout,
    handler: async ({ body, user }) => {
      requireProof(user);
      const named = body.items.map(({ classid, learnerid = user.learnerid }) => ({ classid, learnerid }));
      // One item twice is one place.
      const items = [...new Map(named.map((item) => [`${item.classid} ${item.learnerid}`, item])).values()];
      const payer = await payerFor(payments, user, items);
      return startPayment(payments, {
        ...payer,
        items,
        price: body.price,
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
    handler: async ({ params, body, user }) => {
      requireProof(user);
      const { learnerid = user.learnerid, confirmclash } = body;
      const checkAccess = async (on: Db) => {
        // Who takes themself over may be another learner by then.
        if (learnerid !== user.learnerid || on.isTransaction) await findLearner(on, user, learnerid, 'enrol');
      };
      await checkAccess(db);
      const place = { userid: user._id, learnerid, classid: params.classid };
      const insertedId = await enrolFree(payments, { ...place, confirmclash, checkAccess });
      return { result: { insertedId } };
    },
  });

  /** Enrolments with their classes, as whoever looks after the learners reads them. */
  async function show(enrolments: readonly EnrolmentRow[], user: Caller, learners: LearnerNames) {
    const classids = enrolments.map(({ classid }) => classid);
    const classes = await withToday({ db, readSchool, now }, await findClassesById(db, classids), {
      hasNext: true,
    });
    const terms = await payments.terms();
    const ids = enrolments.map(({ _id }) => _id);
    const paid = await findPaid(db, ids);
    const earned = await findAllEarned(db, ids, now());
    return enrolments.map((enrolment) => ({
      ...enrolment,
      earned: earned.get(enrolment._id) || undefined,
      paidby: paid.get(enrolment._id)?.paidby,
      paidbyother: paid.get(enrolment._id)?.userid !== user._id || undefined,
      email: user.email,
      learnername: learners.get(enrolment.learnerid) ?? '',
      canceluntil: cancelUntil(terms, enrolment),
      cancellable: now() < cancelUntil(terms, enrolment),
      movable: mayMove(enrolment, now()),
      result: classes.filter(({ _id }) => _id === enrolment.classid),
    }));
  }

  app.route({
    ...paymentEndpoints.listEnrolments,
    handler: async ({ user }) => {
      const learners = await findLearnerNames(db, user);
      return show(await findEnrolments(db, [...learners.keys()]), user, learners);
    },
  });

  app.route({
    ...paymentEndpoints.browseEnrolments,
    handler: async ({ query: { learnerid, ...query }, user }) => {
      const learners = await findLearnerNames(db, user, learnerid);
      const page = await browseEnrolments(db, { ...query, learnerids: [...learners.keys()] });
      return { ...page, items: await show(page.items, user, learners) };
    },
  });

  app.route({
    ...paymentEndpoints.listPastEnrolments,
    handler: async ({ user }) => {
      const learners = await findLearnerNames(db, user);
      const userid = (await isUnprovedImport(db, user)) ? null : user._id;
      const past = await listPastOrders(db, { userid, learnerids: [...learners.keys()] });
      return past.map(({ amount, earned, paidat, paidby, returned, state, userid, ...order }) => ({
        ...order,
        paidbyother: userid !== user._id || undefined,
        learnername: order.learnername ?? FORMER_STUDENT,
        state: state as 'refunded',
        price: amount,
        earned: earned || undefined,
        paidby: paidByHandOf({ paidby }),
        returned,
        date: paidat,
      }));
    },
  });

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
    ...paymentEndpoints.movePlace,
    handler: async ({ params, body, user }) => {
      await movePlace(payments, { ...params, ...body, caller: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...paymentEndpoints.enrolByHand,
    handler: ({ body, query: { dry }, user }) =>
      enrolByHand(payments, { ...body, actor: user }, { isDry: dry !== undefined }),
  });

  app.route({
    ...paymentEndpoints.markPaid,
    handler: async ({ params, body, user }) => {
      await markPaid(payments, { ...params, ...body, actor: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...paymentEndpoints.markReturned,
    handler: async ({ params, body, user }) => {
      await markReturned(payments, { ...params, ...body, actor: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...paymentEndpoints.readReceipt,
    handler: async ({ params }) => makeReceipt(db, { id: params.id, school: await readSchool(), now: now() }),
  });
};
