import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { familyPaymentRoutes } from './routes.ts';
import { workFamilyPayments } from './work-family-payments.ts';

const EVERY_MS = 2000;

export const familyPaymentFeature = (payments: Payments): Feature => ({
  routes: (app) => familyPaymentRoutes(app, { payments }),
  jobs: [{ name: 'family-payments', everyMs: EVERY_MS, run: () => workFamilyPayments(payments) }],
});
