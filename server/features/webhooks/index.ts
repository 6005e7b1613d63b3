export { redeliverMessages } from './change-webhook.ts';
export type { Happening } from './notices.ts';
export { isWanted, notifyWebhooks, notifyWebhooksOfAll } from './notify-webhooks.ts';
export { webhookRows } from './rows.ts';
