export { notifyWebhooks } from './notify-webhooks.ts';
export { webhookRows } from './rows.ts';
