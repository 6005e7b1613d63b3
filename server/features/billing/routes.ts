import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { billingEndpoints } from '#contract/billing/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { planRun, versionOf } from './plan-run.ts';
import { startRun } from './run.ts';
import { findRun } from './run-queries.ts';
import { findBillingSettings, updateBillingSettings } from './settings.ts';

export type BillingOptions = { payments: Payments; readSchool: ReadSchool; wake: () => void };

export const billingRoutes: FastifyPluginAsyncZod<BillingOptions> = async (
  app,
  { payments, readSchool, wake },
) => {
  const { db, now } = payments;
  app.route({ ...billingEndpoints.readBillingSettings, handler: () => findBillingSettings(db) });

  app.route({
    ...billingEndpoints.updateBillingSettings,
    handler: async ({ body, user }) => {
      await updateBillingSettings(db, body, { actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...billingEndpoints.bill,
    handler: async ({ body, query, user }) => {
      if (query.dry) {
        const rows = await planRun(db, body);
        return { rows, version: versionOf(rows), currency: (await readSchool()).currency };
      }
      const insertedId = await startRun(payments, body, user);
      wake();
      return { insertedId };
    },
  });

  app.route({
    ...billingEndpoints.readBilling,
    handler: async ({ params }) => {
      const run = await findRun(db, params.id);
      ensure(run, 'billing-not-found');
      const { currency } = await readSchool();
      const { workat, done, of, charges, sum, invoices, periodfrom: from, periodto: to } = run;
      const state = workat === null ? ('done' as const) : ('running' as const);
      return { state, done, of, charges, sum, invoices, currency, period: { from, to } };
    },
  });
};
