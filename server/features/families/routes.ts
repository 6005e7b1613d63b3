import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { familyEndpoints } from '#contract/families/schema.ts';
import type { Database } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { merge } from './merge.ts';
import { findOwing } from './queries.ts';
import { readFamily } from './read-family.ts';
import { searchFamilies } from './search-families.ts';
import { undoMerge } from './undo-merge.ts';

export type FamilyOptions = {
  db: Kysely<Database>;
  now: () => number;
  /** What features say of their tables. */
  rows: Rows;
};

export const familyRoutes: FastifyPluginAsyncZod<FamilyOptions> = async (app, { db, now, rows }) => {
  app.route({
    ...familyEndpoints.searchFamilies,
    handler: ({ query }) => searchFamilies(db, { q: query.q, rows, now: now() }),
  });

  app.route({ ...familyEndpoints.listOwing, handler: () => findOwing(db) });

  app.route({
    ...familyEndpoints.readFamily,
    handler: ({ params }) => readFamily(db, { ...params, now: now() }),
  });

  app.route({
    ...familyEndpoints.mergeFamilies,
    handler: ({ body, query, user }) =>
      merge(db, { ...body, actor: user, rows, now: now(), isDry: query.dry !== undefined }),
  });

  app.route({
    ...familyEndpoints.undoMerge,
    handler: ({ params, user }) => undoMerge(db, { ...params, actor: user, rows, now: now() }),
  });
};
