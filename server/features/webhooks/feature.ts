import type { Feature } from '#server/features/feature.ts';
import { type Delivery, deliveryJobs } from './deliver-messages.ts';
import { stopWebhook } from './end-delivery.ts';
import { deleteMessagesAbout, findWebhooksOf } from './queries.ts';
import { webhookRecovery } from './recovery.ts';
import { type WebhookOptions, webhookRoutes } from './routes.ts';
import { tellWebhooks } from './tell-webhooks.ts';

type Options = WebhookOptions & Pick<Delivery, 'lease' | 'logError' | 'currentEpoch'>;

export const webhookFeature = (options: Options): Feature => ({
  routes: (app) => webhookRoutes(app, options),
  jobs: deliveryJobs(options),
  recovery: webhookRecovery,
  person: {
    tables: ['webhooks', 'webhookmessages'],
    /** What waits is still sent, since the receiver's books need it, and goes when it was; the last word is that the person is gone. */
    async erase(tx, { _id: userid, learnerid }, now) {
      for (const webhook of await findWebhooksOf(tx, userid))
        await stopWebhook(tx, webhook, { now, because: 'owner' });
      await deleteMessagesAbout(tx, userid);
      const data = { userid, learnerid };
      await tellWebhooks(tx, { type: 'person.erased', timestamp: now, data }, { ref: userid });
    },
  },
});
