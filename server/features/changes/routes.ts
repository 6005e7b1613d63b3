import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeEndpoints } from '#contract/changes.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/queries.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Options = { db: Db };

export const changeRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.route({ ...changeEndpoints.listChanges, handler: ({ query }) => queries.findChanges(db, query) });

  app.route({
    ...changeEndpoints.listClassHistory,
    handler: async ({ params, user }) => {
      const found = await findClass(db, params.id);
      ensure(found, 'class-not-found');
      ensure(user.role === 'admin' || found.instructoremail === user.email, 'forbidden');
      return queries.findChangesOf(db, found._id);
    },
  });
};
