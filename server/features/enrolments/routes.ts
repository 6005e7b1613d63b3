import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { formerStudent } from '#contract/former.ts';
import { paymentEndpoints } from '#contract/payments/schema.ts';
import { type Caller, isUnprovedImport } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import { findClassesById, withToday } from '#server/features/classes/index.ts';
import { findLearnerNames, type LearnerNames } from '#server/features/learners/index.ts';
import {
  cancelUntil,
  findAllEarned,
  findPaid,
  mayMove,
  type Payments,
  paidByHandOf,
} from '#server/features/orders/index.ts';
import { listPastOrders } from './list-past.ts';
import { movePlace } from './move-place.ts';
import { browseEnrolments, type EnrolmentRow, findEnrolments } from './queries.ts';
import { makeReceipt } from './receipt.ts';

type Options = { payments: Payments; readSchool: ReadSchool };

export const enrolmentRoutes: FastifyPluginAsyncZod<Options> = async (app, { payments, readSchool }) => {
  const { db, now } = payments;

  /** Enrolments with their classes, as an account that looks after the learners reads them. */
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
      rest: paid.get(enrolment._id)?.restamount || undefined,
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
        learnername: order.learnername ?? formerStudent(),
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
    ...paymentEndpoints.movePlace,
    handler: async ({ params, body, user }) => {
      await movePlace(payments, { ...params, ...body, caller: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...paymentEndpoints.readReceipt,
    handler: async ({ params }) => makeReceipt(db, { id: params.id, school: await readSchool(), now: now() }),
  });
};
