import type { Feature } from '#server/features/feature.ts';
import { openCatchUp } from './events/catch-up.ts';
import { type WebhookOptions, webhookRoute } from './events/webhook.ts';
import { PAYMENTS_JOB } from './payments-of.ts';
import { type PaymentOptions, paymentRoutes } from './routes.ts';
import { followUpTrials } from './trials/follow-up.ts';
import { type TrialOptions, trialRoutes } from './trials/routes.ts';
import { attempt, workPayments } from './work-payments.ts';

const EVERY_MS = 2000;
/** A family is told of a lesson that is not held, or is over. */
const TRIALS_EVERY_MS = 10_000;
/** In a rush, events come by the dozen. */
const REST_MS = 200;

export const paymentFeature = (options: WebhookOptions & PaymentOptions & TrialOptions): Feature => {
  const { payments } = options;
  const catchUp = openCatchUp(payments);
  return {
    routes: async (app) => {
      await app.register(paymentRoutes, options);
      await app.register(trialRoutes, options);
      await app.register(webhookRoute, options);
    },
    jobs: [
      { name: 'lost-card-events', everyMs: EVERY_MS, run: () => attempt(payments, catchUp).then(() => 0) },
      { name: 'trials', everyMs: TRIALS_EVERY_MS, run: () => followUpTrials(payments) },
      { name: PAYMENTS_JOB, everyMs: EVERY_MS, restMs: REST_MS, run: () => workPayments(payments) },
    ],
  };
};
