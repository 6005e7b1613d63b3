import type { Feature } from '#server/features/feature.ts';
import { type StatementOptions, statementRoutes } from './routes.ts';

export const statementFeature = (options: StatementOptions): Feature => ({
  routes: (app) => statementRoutes(app, options),
});
