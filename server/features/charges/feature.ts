import type { Feature } from '#server/features/feature.ts';
import { type ChargeOptions, chargeRoutes } from './routes.ts';

export const chargeFeature = (options: ChargeOptions): Feature => ({
  routes: (app) => chargeRoutes(app, options),
});
