import type { Feature } from '#server/features/feature.ts';
import { PAYMENTS_JOB, type Payments } from './payments.ts';
import { paymentPerson } from './person.ts';
import { paymentRoutes } from './routes.ts';
import { webhookRoute } from './webhook.ts';
import { workPayments } from './work-payments.ts';

type Options = { payments: Payments; schoolName: string; schoolAddress: string | null };

const EVERY_MS = 2000;

export const paymentFeature = (options: Options): Feature => ({
  routes: async (app) => {
    await app.register(paymentRoutes, options);
    await app.register(webhookRoute, options);
  },
  jobs: [{ name: PAYMENTS_JOB, everyMs: EVERY_MS, run: () => workPayments(options.payments) }],
  person: paymentPerson(options.payments),
});
