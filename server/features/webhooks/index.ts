export { webhookRecovery } from './recovery.ts';
export { tellWebhooks } from './tell-webhooks.ts';
