import type { Feature } from '#server/features/feature.ts';
import { type DiscountOptions, discountRoutes } from './routes.ts';

export const discountFeature = (options: DiscountOptions): Feature => ({
  routes: (app) => discountRoutes(app, options),
});
