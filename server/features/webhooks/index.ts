export { webhookRecovery } from './recovery.ts';
export { webhookPersonRows } from './rows.ts';
export { tellWebhooks } from './tell-webhooks.ts';
