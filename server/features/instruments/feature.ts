import type { Feature } from '#server/features/feature.ts';
import { type InstrumentOptions, instrumentRoutes } from './routes.ts';

export const instrumentFeature = (options: InstrumentOptions): Feature => ({
  routes: (app) => instrumentRoutes(app, options),
});
