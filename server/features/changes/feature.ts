import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { changeRoutes } from './routes.ts';

export const changeFeature = (options: { db: Db; readSchool: ReadSchool }): Feature => ({
  routes: (app) => changeRoutes(app, options),
});
