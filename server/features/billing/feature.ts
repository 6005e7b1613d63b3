import type { Feature } from '#server/features/feature.ts';
import { type BillingOptions, billingRoutes } from './routes.ts';

export const billingFeature = (options: BillingOptions): Feature => ({
  routes: (app) => billingRoutes(app, options),
});
