import type { Feature } from '#server/features/feature.ts';
import { type SiteOptions, siteRoutes } from './routes.ts';

export const siteFeature = (options: SiteOptions): Feature => ({
  routes: (app) => siteRoutes(app, options),
});
