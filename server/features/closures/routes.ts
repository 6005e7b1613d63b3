import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { closureEndpoints } from '#contract/closures.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addClosure, deleteClosure, updateClosure } from './change-closure.ts';
import { findClosures } from './queries.ts';

export type ClosureOptions = { db: Db; now: () => number };

export const closureRoutes: FastifyPluginAsyncZod<ClosureOptions> = async (app, { db, now }) => {
  app.route({ ...closureEndpoints.listClosures, handler: () => findClosures(db) });

  app.route({
    ...closureEndpoints.addClosure,
    handler: ({ body, query, user }) =>
      addClosure(db, body, { actor: user, now: now(), isDry: query.dry === '1' }),
  });

  app.route({
    ...closureEndpoints.updateClosure,
    handler: async ({ params, body, query, user }) => {
      await updateClosure(db, body, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...closureEndpoints.deleteClosure,
    handler: async ({ params, query, user }) => {
      await deleteClosure(db, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' });
      return { deletedCount: 1 };
    },
  });
};
