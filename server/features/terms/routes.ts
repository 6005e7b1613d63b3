import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { termEndpoints } from '#contract/terms.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addTerm, deleteTerm, updateTerm } from './change-term.ts';
import { findTerms } from './queries.ts';

export type TermOptions = { db: Db; now: () => number };

export const termRoutes: FastifyPluginAsyncZod<TermOptions> = async (app, { db, now }) => {
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
    handler: async ({ params, query, user }) => {
      await deleteTerm(db, { id: params.id, actor: user, now: now(), isDry: query.dry === '1' });
      return { deletedCount: 1 };
    },
  });
};
