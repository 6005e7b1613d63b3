import type { Feature } from '#server/features/feature.ts';
import type { TermOptions } from './copy-term.ts';
import { termRoutes } from './routes.ts';

export const termFeature = (options: TermOptions): Feature => ({
  routes: (app) => termRoutes(app, options),
});
