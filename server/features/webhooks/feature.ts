import type { Feature } from '#server/features/feature.ts';
import { type Delivery, deliveryJobs } from './deliver-messages.ts';
import { type WebhookOptions, webhookRoutes } from './routes.ts';

type Options = WebhookOptions & Pick<Delivery, 'lease' | 'logError' | 'currentEpoch' | 'isCutOff'>;

export const webhookFeature = (options: Options): Feature => ({
  routes: (app) => webhookRoutes(app, options),
  jobs: deliveryJobs(options),
});
