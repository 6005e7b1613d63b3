import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { reconciliationRoutes } from './routes.ts';

export const reconciliationFeature = (payments: Payments): Feature => ({
  routes: (app) => reconciliationRoutes(app, { payments }),
});
