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
/**
 * The body of a message, as the receiver reads it: a payload where its webhook was made before 0.3.0
 * (`version` 0), a notice of ids where it was made since (1).
 */
export type WebhookPayload = z.input<typeof schema.WebhookPayload>;
export type WebhookNotice = z.input<typeof schema.WebhookNotice>;
export type Redelivery = z.input<typeof schema.Redelivery>;
/** A message in the log: what was sent where, and what was answered. */
export type WebhookMessage = z.input<typeof schema.WebhookMessage>;
export type WebhookMessagePage = z.input<typeof schema.WebhookMessagePage>;

export const WEBHOOK_EVENTS = [
  'account.added',
  'account.changed',
  'child.added',
  'child.changed',
  'child.removed',
  'guardian.added',
  'guardian.changed',
  'guardian.removed',
  'enrolled',
  'cancelled',
  'moved',
  'payment.noted',
  'refunded',
  'credit.refunded',
  'place.offered',
  'class.approved',
  'class.changed',
  'class.called-off',
  'class.removed',
  'lesson.moved',
  'lesson.cancelled',
  'lesson.substituted',
  'absence.noted',
  'register.saved',
  'invoice.issued',
  'invoice.paid',
  'invoice.voided',
  'person.erased',
] as const;
/** What a message speaks of: those of one subject arrive one after the other. */
export const WEBHOOK_SUBJECTS = ['account', 'learner', 'class', 'lesson', 'invoice'] as const;
export type WebhookSubject = (typeof WEBHOOK_SUBJECTS)[number];
export const WEBHOOK_URL_MAX = 500;
/** The most webhooks that a school has at once. */
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
  redeliverMessages: { method: 'POST', url: '/webhooks/:id/redeliver', config: { access: admins } },
  listWebhookMessages: { method: 'GET', url: '/webhooks/messages', config: { access: admins } },
  resendWebhookMessage: {
    method: 'POST',
    url: '/webhooks/messages/:id/resend',
    config: { access: admins },
  },
} as const satisfies Calls;
