import type { Feature } from '#server/features/feature.ts';
import { type Delivery, deliveryJobs } from './deliver-messages.ts';
import { deleteMessagesAbout } from './queries.ts';
import { type WebhookOptions, webhookRoutes } from './routes.ts';
import { tellWebhooks } from './tell-webhooks.ts';

type Options = WebhookOptions & Pick<Delivery, 'lease' | 'logError'>;

export const webhookFeature = (options: Options): Feature => ({
  routes: (app) => webhookRoutes(app, options),
  jobs: deliveryJobs(options),
  person: {
    tables: ['webhooks', 'webhookmessages'],
    /** What waits is still sent, since the receiver's books need it, and goes when it was; the last word is that the person is gone. */
    async erase(tx, { _id: userid, learnerid }, now) {
      await deleteMessagesAbout(tx, userid);
      const data = { userid, learnerid };
      await tellWebhooks(tx, { type: 'person.erased', timestamp: now, data }, { ref: userid });
    },
  },
});
