import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { familyEndpoints } from '#contract/families/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import type { Asking } from '#server/features/learners/index.ts';
import { listFormer } from './list-former.ts';
import { listOwing } from './list-owing.ts';
import { merge } from './merge.ts';
import { readFamily } from './read-family.ts';
import { searchFamilies } from './search-families.ts';
import { undoMerge } from './undo-merge.ts';
import { addFamily, addLearnerOf, updateFamily, updateLearnerOf } from './write-family.ts';
import { endGuardianOf, saveGuardianOf } from './write-guardians.ts';

export type FamilyOptions = Asking & {
  db: Kysely<Database>;
  readSchool: ReadSchool;
  /** What features say of their tables. */
  rows: Rows;
};

export const familyRoutes: FastifyPluginAsyncZod<FamilyOptions> = async (
  app,
  { rows, readSchool, ...asking },
) => {
  const { db, now } = asking;
  const families = { db, now, readSchool };
  app.route({
    ...familyEndpoints.searchFamilies,
    handler: ({ query, key }) =>
      // A key of the school's own programs neither reads telephone numbers nor looks for one.
      searchFamilies(db, { q: query.q, withPhones: key === null, rows, now: now() }),
  });

  app.route({
    ...familyEndpoints.listOwing,
    handler: async ({ query }) => listOwing(db, await readSchool(), query),
  });

  app.route({
    ...familyEndpoints.listFormer,
    handler: async () => listFormer(db, await readSchool()),
  });

  app.route({
    ...familyEndpoints.readFamily,
    handler: ({ params }) => readFamily(db, { ...params, now: now() }),
  });

  app.route({
    ...familyEndpoints.addFamily,
    handler: async ({ body, user }) => ({ insertedId: await addFamily(families, body, user) }),
  });

  app.route({
    ...familyEndpoints.updateFamily,
    handler: async ({ params, body: { was, ...change }, user }) => {
      await updateFamily(families, { ...params, change, ...(was && { was }), actor: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...familyEndpoints.addLearnerOf,
    handler: async ({ params, body, user }) => ({
      insertedId: await addLearnerOf(families, { ...params, learner: body, actor: user }),
    }),
  });

  app.route({
    ...familyEndpoints.updateLearnerOf,
    handler: async ({ params, body: { was, ...change }, user }) => {
      await updateLearnerOf(families, { ...params, change, ...(was && { was }), actor: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...familyEndpoints.saveGuardianOf,
    handler: async ({ params, body, user }) => ({
      result: await saveGuardianOf(asking, { ...params, ...body, actor: user }),
    }),
  });

  app.route({
    ...familyEndpoints.endGuardianOf,
    handler: async ({ params, user }) => ({
      deletedCount: await endGuardianOf(asking, { ...params, actor: user }),
    }),
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
