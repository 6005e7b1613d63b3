import type { Feature } from '#server/features/feature.ts';
import { type ThingOptions, thingRoutes } from './routes.ts';

export const thingFeature = (options: ThingOptions): Feature => ({
  routes: (app) => thingRoutes(app, options),
});
