import type { Feature } from '#server/features/feature.ts';
import { type RosterOptions, requireRoster, rosterRoutes } from './routes.ts';

export const rosterFeature = (options: RosterOptions): Feature => ({
  routes: (app) => rosterRoutes(app, options),
  own: { roster: (id, caller) => requireRoster(options, id, caller) },
});
