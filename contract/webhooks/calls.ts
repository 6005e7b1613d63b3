import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/**
 * Where one of the school's own programs is told what happened; what its messages are signed with is shown
 * once.
 */
export type Webhook = z.input<typeof schema.Webhook>;
export type NewWebhook = z.input<typeof schema.NewWebhook>;
export type WebhookDraft = z.input<typeof form.WebhookDraft>;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** What is told: the body of a message, as the receiver reads it. */
export type WebhookPayload = z.input<typeof schema.WebhookPayload>;
/** A message in the log: what was sent where, and what was answered. */
export type WebhookMessage = z.input<typeof schema.WebhookMessage>;
export type WebhookMessagePage = z.input<typeof schema.WebhookMessagePage>;

export const WEBHOOK_EVENTS = [
  'enrolled',
  'cancelled',
  'moved',
  'refunded',
  'class.approved',
  'absence.noted',
  'register.saved',
  'person.erased',
] as const;
export const WEBHOOK_URL_MAX = 500;
/** The most keys that a school has at once. */
export const WEBHOOKS_MAX = 20;

const admins = { admin: 'any' } as const;

/** No API key may make these: messages would go elsewhere. */
export const webhookCalls = {
  listWebhooks: { method: 'GET', url: '/webhooks', config: { access: admins } },
  addWebhook: { method: 'POST', url: '/webhooks', config: { recentSignIn: true, access: admins } },
  deleteWebhook: { method: 'DELETE', url: '/webhooks/:id', config: { access: admins } },
  resumeWebhook: {
    method: 'POST',
    url: '/webhooks/:id/resume',
    config: { recentSignIn: true, access: admins },
  },
  testWebhook: { method: 'POST', url: '/webhooks/:id/test', config: { access: admins } },
  listWebhookMessages: { method: 'GET', url: '/webhooks/messages', config: { access: admins } },
  resendWebhookMessage: {
    method: 'POST',
    url: '/webhooks/messages/:id/resend',
    config: { access: admins },
  },
} as const satisfies Calls;
