import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { reportRoutes } from './routes.ts';

export const reportFeature = (options: { db: Db; readSchool: ReadSchool; now: () => number }): Feature => ({
  routes: (app) => reportRoutes(app, options),
});
