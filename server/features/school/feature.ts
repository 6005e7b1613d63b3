import type { Feature } from '#server/features/feature.ts';
import { type SchoolOptions, schoolRoutes } from './routes.ts';

export const schoolFeature = (options: SchoolOptions): Feature => ({
  recovery: {
    school: { stays: 'What the school says of itself is in the log with what it was before.' },
    facts: { stays: 'What the school says of itself is in the log.' },
  },
  routes: (app) => schoolRoutes(app, options),
});
