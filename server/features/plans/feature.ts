import type { Feature } from '#server/features/feature.ts';
import { zoneDataJob } from './follow-zone-data.ts';
import { type PlanOptions, planRoutes } from './routes.ts';

export const planFeature = (options: PlanOptions): Feature => ({
  routes: (app) => planRoutes(app, options),
  jobs: [zoneDataJob(options)],
});
