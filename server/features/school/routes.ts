import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { schoolEndpoints } from '#contract/school.schema.ts';
import type { Database } from '#server/database/schema.ts';
import type { ReadSchool } from '#server/database/school-row.ts';
import { countSchool } from './queries.ts';

export type SchoolOptions = { db: Kysely<Database>; readSchool: ReadSchool };

export const schoolRoutes: FastifyPluginAsyncZod<SchoolOptions> = async (app, { db, readSchool }) => {
  app.route({ ...schoolEndpoints.readSchool, handler: readSchool });
  app.route({ ...schoolEndpoints.countSchool, handler: () => countSchool(db) });
};
