import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { workRefunds } from './family/work-refunds.ts';
import { refundRoutes } from './routes.ts';

const EVERY_MS = 5000;

export const refundFeature = (payments: Payments): Feature => ({
  routes: (app) => refundRoutes(app, { payments }),
  jobs: [{ name: 'family-refunds', everyMs: EVERY_MS, run: () => workRefunds(payments) }],
});
