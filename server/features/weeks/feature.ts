import type { Feature } from '#server/features/feature.ts';
import { type WeekOptions, weekRoutes } from './routes.ts';

export const weekFeature = (options: WeekOptions): Feature => ({
  routes: (app) => weekRoutes(app, options),
});
