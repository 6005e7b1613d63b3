import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeEndpoints } from '#contract/changes.schema.ts';
import type { Db } from '#server/database/schema.ts';
import * as queries from './queries.ts';

type Options = { db: Db };

export const changeRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.route({ ...changeEndpoints.listChanges, handler: ({ query }) => queries.findChanges(db, query) });
};
