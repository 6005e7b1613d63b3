import { isUnprovedImport } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { findOrder, type Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { enrolmentRoutes } from './routes.ts';

type Options = { payments: Payments; readSchool: ReadSchool };

/** An enrolment and its receipt have the id of the order that paid for it. */
export const enrolmentFeature = ({ payments, readSchool }: Options): Feature => ({
  routes: (app) => enrolmentRoutes(app, { payments, readSchool }),
  own: {
    enrolment: async (id, caller) => {
      const order = await findOrder(payments.db, id);
      const isTheirs = order && (await mayActFor(payments.db, caller, order.learnerid, 'enrol'));
      ensure(isTheirs, 'enrolment-not-found');
    },
    // It names who paid, and the card: who else looks after the child has none of that.
    receipt: async (id, caller) => {
      const order = await findOrder(payments.db, id);
      ensure(order?.userid === caller._id, 'receipt-not-found');
      ensure(!(await isUnprovedImport(payments.db, caller)), 'receipt-not-found');
    },
  },
});
