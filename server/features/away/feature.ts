import type { Feature } from '#server/features/feature.ts';
import type { AwayOptions } from './note-away.ts';
import { awayRoutes } from './routes.ts';

export const awayFeature = (options: AwayOptions): Feature => ({
  routes: (app) => awayRoutes(app, options),
});
