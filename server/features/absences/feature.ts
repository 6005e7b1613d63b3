import type { Feature } from '#server/features/feature.ts';
import { type AbsenceRoutesOptions, absenceRoutes } from './routes.ts';

export const absenceFeature = (options: AbsenceRoutesOptions): Feature => ({
  routes: (app) => absenceRoutes(app, options),
});
