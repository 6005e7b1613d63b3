import { isUnprovedImport } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { openCatchUp } from './catch-up.ts';
import { deleteExpiredOrders } from './delete-expired.ts';
import { keepLedgerDays } from './ledger-days.ts';
import { findOrder } from './order-queries.ts';
import { PAYMENTS_JOB } from './payments.ts';
import { paymentPerson } from './person.ts';
import { paymentRoutes } from './routes.ts';
import { type WebhookOptions, webhookRoute } from './webhook.ts';
import { attempt, workPayments } from './work-payments.ts';

type Options = WebhookOptions & { readSchool: ReadSchool };

const EVERY_MS = 2000;
const HOUR_MS = 60 * 60_000;
/** In a rush, events come by the dozen. */
const REST_MS = 200;

/** An enrolment and its receipt have the id of the order that paid for it. */
export const paymentFeature = (options: Options): Feature => {
  const { payments } = options;
  const catchUp = openCatchUp(payments);
  return {
    routes: async (app) => {
      await app.register(paymentRoutes, options);
      await app.register(webhookRoute, options);
    },
    jobs: [
      { name: 'lost-card-events', everyMs: EVERY_MS, run: () => attempt(payments, catchUp).then(() => 0) },
      {
        name: 'ledger-days',
        everyMs: HOUR_MS,
        run: async () => {
          await keepLedgerDays(payments.db, await payments.terms(), payments.now());
          return 0;
        },
      },
      {
        name: 'expired-orders',
        everyMs: HOUR_MS,
        restMs: REST_MS,
        run: () => deleteExpiredOrders(payments.db, payments.now()),
      },
      { name: PAYMENTS_JOB, everyMs: EVERY_MS, restMs: REST_MS, run: () => workPayments(payments) },
    ],
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
    recovery: {
      orders: { stays: 'Money moves back by its own rules alone, and the payer sees every order.' },
      enrolments: { stays: 'A place is seen on the first page and can be cancelled.' },
      ledger: { stays: 'What moved at the provider has moved.' },
      ledgerdays: { stays: 'Sums of the ledger.' },
      webhookevents: { stays: 'The card provider’s words.' },
    },
    person: paymentPerson(payments),
  };
};
