import type { WebhookEvent, WebhookMessage } from '#contract/webhooks/calls.ts';
import { type PlainId, t } from '#languages/t.ts';

/** What an event is called, and when it happens. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, { label: PlainId; hint: PlainId }>> = {
  enrolled: { label: 'webhooks.enrolled', hint: 'webhooks.enrolled_hint' },
  cancelled: { label: 'webhooks.cancelled', hint: 'webhooks.cancelled_hint' },
  moved: { label: 'webhooks.moved', hint: 'webhooks.moved_hint' },
  refunded: { label: 'webhooks.refunded', hint: 'webhooks.refunded_hint' },
  'class.approved': { label: 'webhooks.class_approved', hint: 'webhooks.class_approved_hint' },
  'absence.noted': { label: 'webhooks.absence_noted', hint: 'webhooks.absence_noted_hint' },
  'register.saved': { label: 'webhooks.register_saved', hint: 'webhooks.register_saved_hint' },
  'person.erased': {
    label: 'webhooks.account_deleted',
    hint: 'webhooks.account_deleted_hint',
  },
};

export const eventLabel = (event: WebhookMessage['event']) =>
  t(event === 'test' ? 'webhooks.test' : EVENT_WORDS[event].label);
