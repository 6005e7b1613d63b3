import type { Feature } from '#server/features/feature.ts';
import { type RosterOptions, rosterRoutes } from './routes.ts';

export const rosterFeature = (options: RosterOptions): Feature => ({
  routes: (app) => rosterRoutes(app, options),
});
