import type { Feature } from '#server/features/feature.ts';
import { type UserOptions, userRoutes } from './routes.ts';

export const userFeature = (options: UserOptions): Feature => ({
  routes: (app) => userRoutes(app, options),
});
