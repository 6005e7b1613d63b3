import type { Feature } from '#server/features/feature.ts';
import { type SchoolOptions, schoolRoutes } from './routes.ts';

export const schoolFeature = (options: SchoolOptions): Feature => ({
  routes: (app) => schoolRoutes(app, options),
});
