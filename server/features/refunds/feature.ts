import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { refundRoutes } from './routes.ts';

export const refundFeature = (payments: Payments): Feature => ({
  routes: (app) => refundRoutes(app, { payments }),
});
