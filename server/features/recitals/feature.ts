import type { Feature } from '#server/features/feature.ts';
import { type RecitalRouteOptions, recitalRoutes } from './routes.ts';

export const recitalFeature = (options: RecitalRouteOptions): Feature => ({
  routes: (app) => recitalRoutes(app, options),
});
