import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { billingEndpoints } from '#contract/billing/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findBillingSettings, updateBillingSettings } from './settings.ts';

export type BillingOptions = { db: Db; now: () => number };

export const billingRoutes: FastifyPluginAsyncZod<BillingOptions> = async (app, { db, now }) => {
  app.route({ ...billingEndpoints.readBillingSettings, handler: () => findBillingSettings(db) });

  app.route({
    ...billingEndpoints.updateBillingSettings,
    handler: async ({ body, user }) => {
      await updateBillingSettings(db, body, { actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });
};
