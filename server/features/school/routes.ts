import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { schoolEndpoints } from '#contract/school/schema.ts';
import type { IsSchoolPicture } from '#server/config/school-pictures.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { checkPicture } from '#server/http/check-picture.ts';
import { addFact, deleteFact, updateFact } from './change-facts.ts';
import { countSchool } from './queries.ts';
import { type KeepCancelUntil, updateSchool } from './update-school.ts';

export type SchoolOptions = {
  db: Db;
  now: () => number;
  readSchool: ReadSchool;
  isSchoolPicture: IsSchoolPicture;
  keepCancelUntil: KeepCancelUntil;
};

export const schoolRoutes: FastifyPluginAsyncZod<SchoolOptions> = async (
  app,
  { db, now, readSchool, isSchoolPicture, keepCancelUntil },
) => {
  app.route({ ...schoolEndpoints.readSchool, handler: readSchool });

  app.route({ ...schoolEndpoints.countSchool, handler: () => countSchool(db) });

  app.route({
    ...schoolEndpoints.updateSchool,
    handler: async ({ body, user }) => {
      if (body.logo) checkPicture(isSchoolPicture, 'logo', body.logo);
      await updateSchool(db, body, { keepCancelUntil, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...schoolEndpoints.addFact,
    handler: async ({ body, user }) => ({ insertedId: await addFact(db, body, { actor: user, now: now() }) }),
  });

  app.route({
    ...schoolEndpoints.updateFact,
    handler: async ({ params, body, user }) => {
      await updateFact(db, body, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...schoolEndpoints.deleteFact,
    handler: async ({ params, user }) => {
      await deleteFact(db, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
