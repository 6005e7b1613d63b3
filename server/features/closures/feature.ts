import type { Feature } from '#server/features/feature.ts';
import type { ClosureOptions } from './change-closure.ts';
import { closureRoutes } from './routes.ts';

export const closureFeature = (options: ClosureOptions): Feature => ({
  routes: (app) => closureRoutes(app, options),
});
