import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { siteEndpoints } from '#contract/sites/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addSite, deleteSite, updateSite } from './change-site.ts';
import { findSites } from './queries.ts';

export type SiteOptions = { db: Db; now: () => number };

export const siteRoutes: FastifyPluginAsyncZod<SiteOptions> = async (app, { db, now }) => {
  app.route({ ...siteEndpoints.listSites, handler: () => findSites(db) });

  app.route({
    ...siteEndpoints.addSite,
    handler: async ({ body, user }) => ({
      insertedId: await addSite(db, body, { actor: user, now: now() }),
    }),
  });

  app.route({
    ...siteEndpoints.updateSite,
    handler: async ({ params, body, user }) => {
      await updateSite(db, body, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...siteEndpoints.deleteSite,
    handler: async ({ params, body, user }) => {
      await deleteSite(db, body, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
