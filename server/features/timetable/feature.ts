import type { Feature } from '#server/features/feature.ts';
import { type TimetableOptions, timetableRoutes } from './routes.ts';

export const timetableFeature = (options: TimetableOptions): Feature => ({
  routes: (app) => timetableRoutes(app, options),
});
