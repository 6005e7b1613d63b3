import type { WebhookEvent, WebhookMessage } from '#contract/webhooks/calls.ts';
import { type PlainId, t } from '#languages/t.ts';

/** What an event is called, and when it happens. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, { label: PlainId; hint: PlainId }>> = {
  'account.added': { label: 'webhooks.account_added', hint: 'webhooks.account_added_hint' },
  'account.changed': { label: 'webhooks.account_changed', hint: 'webhooks.account_changed_hint' },
  'child.added': { label: 'webhooks.child_added', hint: 'webhooks.child_added_hint' },
  'child.changed': { label: 'webhooks.child_changed', hint: 'webhooks.child_changed_hint' },
  'child.removed': { label: 'webhooks.child_removed', hint: 'webhooks.child_removed_hint' },
  'guardian.added': { label: 'webhooks.guardian_added', hint: 'webhooks.guardian_added_hint' },
  'guardian.changed': { label: 'webhooks.guardian_changed', hint: 'webhooks.guardian_changed_hint' },
  'guardian.removed': { label: 'webhooks.guardian_removed', hint: 'webhooks.guardian_removed_hint' },
  enrolled: { label: 'webhooks.enrolled', hint: 'webhooks.enrolled_hint' },
  cancelled: { label: 'webhooks.cancelled', hint: 'webhooks.cancelled_hint' },
  moved: { label: 'webhooks.moved', hint: 'webhooks.moved_hint' },
  'payment.noted': { label: 'webhooks.payment_noted', hint: 'webhooks.payment_noted_hint' },
  refunded: { label: 'webhooks.refunded', hint: 'webhooks.refunded_hint' },
  'credit.refunded': { label: 'webhooks.credit_refunded', hint: 'webhooks.credit_refunded_hint' },
  'place.offered': { label: 'webhooks.place_offered', hint: 'webhooks.place_offered_hint' },
  'class.approved': { label: 'webhooks.class_approved', hint: 'webhooks.class_approved_hint' },
  'class.changed': { label: 'webhooks.class_changed', hint: 'webhooks.class_changed_hint' },
  'class.called-off': { label: 'webhooks.class_called_off', hint: 'webhooks.class_called_off_hint' },
  'class.removed': { label: 'webhooks.class_removed', hint: 'webhooks.class_removed_hint' },
  'lesson.moved': { label: 'webhooks.lesson_moved', hint: 'webhooks.lesson_moved_hint' },
  'lesson.cancelled': { label: 'webhooks.lesson_cancelled', hint: 'webhooks.lesson_cancelled_hint' },
  'lesson.substituted': { label: 'webhooks.lesson_substituted', hint: 'webhooks.lesson_substituted_hint' },
  'absence.noted': { label: 'webhooks.absence_noted', hint: 'webhooks.absence_noted_hint' },
  'register.saved': { label: 'webhooks.register_saved', hint: 'webhooks.register_saved_hint' },
  'invoice.issued': { label: 'webhooks.invoice_issued', hint: 'webhooks.invoice_issued_hint' },
  'invoice.paid': { label: 'webhooks.invoice_paid', hint: 'webhooks.invoice_paid_hint' },
  'invoice.voided': { label: 'webhooks.invoice_voided', hint: 'webhooks.invoice_voided_hint' },
  'person.erased': { label: 'webhooks.account_deleted', hint: 'webhooks.account_deleted_hint' },
};

export const eventLabel = (event: WebhookMessage['event']) =>
  t(event === 'test' ? 'webhooks.test' : EVENT_WORDS[event].label);
