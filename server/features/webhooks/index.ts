export { webhookRows } from './rows.ts';
export { tellWebhooks } from './tell-webhooks.ts';
