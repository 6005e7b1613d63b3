import type { Feature } from '#server/features/feature.ts';
import type { AbsenceOptions } from './note-absence.ts';
import { absenceRoutes } from './routes.ts';

export const absenceFeature = (options: AbsenceOptions): Feature => ({
  routes: (app) => absenceRoutes(app, options),
});
