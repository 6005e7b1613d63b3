import type { Feature } from '#server/features/feature.ts';
import { type PlanOptions, planRoutes } from './routes.ts';

export const planFeature = (options: PlanOptions): Feature => ({
  routes: (app) => planRoutes(app, options),
});
