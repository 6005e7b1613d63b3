import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { termEndpoints } from '#contract/terms/schema.ts';
import { addTerm, deleteTerm, updateTerm } from './change-term.ts';
import { copyTerm, type TermOptions } from './copy-term.ts';
import { findTerms } from './queries.ts';

export const termRoutes: FastifyPluginAsyncZod<TermOptions> = async (app, options) => {
  const { db, now } = options;

  app.route({ ...termEndpoints.listTerms, handler: () => findTerms(db) });

  app.route({
    ...termEndpoints.addTerm,
    handler: ({ body, query, user }) =>
      addTerm(db, body, { actor: user, now: now(), isDry: query.dry === '1' }),
  });

  app.route({
    ...termEndpoints.updateTerm,
    handler: async ({ params, body, query, user }) => {
      await updateTerm(db, body, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...termEndpoints.deleteTerm,
    handler: async ({ params, query, body, user }) => {
      await deleteTerm(db, body, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' });
      return { deletedCount: 1 };
    },
  });
  app.route({
    ...termEndpoints.copyTerm,
    handler: ({ params, body, query, user }) =>
      copyTerm(options, body, { id: params.id, actor: user, isDry: query.dry === '1' }),
  });
};
