import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { rosterRoutes } from './routes.ts';

export const rosterFeature = (options: { db: Db }): Feature => ({
  routes: (app) => rosterRoutes(app, options),
});
