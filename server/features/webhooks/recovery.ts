import type { RecoveryRules, SetUp } from '#server/features/feature.ts';
import { hostOf, stopWebhook } from './end-delivery.ts';
import { findWebhooksOf, type WebhookRow } from './queries.ts';

const setUpOf = (webhook: WebhookRow): SetUp => ({
  kind: 'webhook',
  id: webhook._id,
  title: hostOf(webhook),
  detail: null,
  createdat: webhook.createdat,
});

const findRunning = async (db: Parameters<typeof findWebhooksOf>[0], userid: string) =>
  (await findWebhooksOf(db, userid)).filter(({ stoppedat }) => stoppedat === null);

/** A webhook is stopped: nothing leaves the school, and what a program of the school has to be told is there once an admin has looked at it. */
export const webhookRecovery: RecoveryRules = {
  webhooks: {
    endsWithRole: true,
    async ends(tx, { userid, now }) {
      const running = await findRunning(tx, userid);
      for (const webhook of running) await stopWebhook(tx, webhook, { now, because: 'owner' });
      return running.map(setUpOf);
    },
    list: async (db, { userid }) => (await findRunning(db, userid)).map(setUpOf),
    async endOne(tx, { userid, id, now }) {
      const webhook = (await findRunning(tx, userid)).find(({ _id }) => _id === id);
      if (webhook) await stopWebhook(tx, webhook, { now, because: 'owner' });
      return webhook !== undefined;
    },
  },
  webhookmessages: { stays: 'They wait with their webhook.' },
};
