import type { Feature } from '#server/features/feature.ts';
import { type TextOptions, textRoutes } from './routes.ts';

export const textFeature = (options: TextOptions): Feature => ({
  routes: (app) => textRoutes(app, options),
});
