export { tellWebhooks } from './tell-webhooks.ts';
