import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { schoolEndpoints } from '#contract/school.schema.ts';
import type { ReadSchool } from '#server/database/school-row.ts';

export type SchoolOptions = { readSchool: ReadSchool };

export const schoolRoutes: FastifyPluginAsyncZod<SchoolOptions> = async (app, { readSchool }) => {
  app.route({ ...schoolEndpoints.readSchool, handler: readSchool });
};
