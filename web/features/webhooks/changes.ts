import { type Redelivery, type WebhookDraft, webhookCalls } from '#contract/webhooks/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(webhookCalls);

/** What admins change of webhooks. What is wrong with a new one is said in its dialog. */
export const webhookChanges = {
  addWebhook: (body: WebhookDraft) => attempt(api.addWebhook({ body })),
  deleteWebhook: (params: { id: string }) =>
    announce(api.deleteWebhook({ params }), { done: t('webhooks.deleted') }),
  resumeWebhook: (params: { id: string }) =>
    announce(api.resumeWebhook({ params }), { done: t('webhooks.resumed') }),
  testWebhook: (params: { id: string }) =>
    announce(api.testWebhook({ params }), { done: t('webhooks.test_sent') }),
  redeliverMessages: ({ id, ...body }: { id: string } & Redelivery) =>
    attempt(api.redeliverMessages({ params: { id }, body }), ({ modifiedCount: count }) =>
      t('webhooks.range_sent', { count }),
    ),
  resendMessage: (params: { id: string }) =>
    announce(api.resendWebhookMessage({ params }), { done: t('webhooks.message_sent_again') }),
};
