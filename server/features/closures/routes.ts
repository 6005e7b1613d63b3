import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { closureEndpoints } from '#contract/closures/schema.ts';
import { addClosure, type ClosureOptions, deleteClosure, updateClosure } from './change-closure.ts';
import { findClosures } from './queries.ts';

export const closureRoutes: FastifyPluginAsyncZod<ClosureOptions> = async (app, options) => {
  app.route({ ...closureEndpoints.listClosures, handler: () => findClosures(options.db) });

  app.route({
    ...closureEndpoints.addClosure,
    handler: ({ body, query, user }) => addClosure(options, body, { actor: user, isDry: query.dry === '1' }),
  });

  app.route({
    ...closureEndpoints.updateClosure,
    handler: async ({ params, body, query, user }) => ({
      modifiedCount: 1,
      ...(await updateClosure(options, body, { id: params.id, actor: user, isDry: query.dry === '1' })),
    }),
  });

  app.route({
    ...closureEndpoints.deleteClosure,
    handler: async ({ params, query, body, user }) => ({
      deletedCount: 1,
      ...(await deleteClosure(options, body, { id: params.id, actor: user, isDry: query.dry === '1' })),
    }),
  });
};
