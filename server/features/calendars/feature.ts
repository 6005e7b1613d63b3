import type { Feature } from '#server/features/feature.ts';
import { type CalendarOptions, calendarRoutes } from './routes.ts';

export const calendarFeature = (options: CalendarOptions): Feature => ({
  routes: (app) => calendarRoutes(app, options),
});
