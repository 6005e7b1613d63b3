import type { Db } from '#server/database/schema.ts';
import type { ReadSchool } from '#server/database/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import { reportRoutes } from './routes.ts';

export const reportFeature = (options: { db: Db; readSchool: ReadSchool; now: () => number }): Feature => ({
  routes: (app) => reportRoutes(app, options),
});
