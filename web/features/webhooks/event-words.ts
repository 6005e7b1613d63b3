import type { WebhookEvent, WebhookMessage } from '#contract/webhooks/calls.ts';

/** What an event is called, and when it happens. */
export const EVENT_WORDS: Record<WebhookEvent, { label: string; hint: string }> = {
  enrolled: { label: 'Enrolled', hint: 'A student has a place in a class, paid or free.' },
  cancelled: { label: 'Cancelled', hint: 'An enrolment has ended before its class did.' },
  moved: { label: 'Moved', hint: 'A place went to another learner of the same family.' },
  refunded: { label: 'Refunded', hint: 'All or part of a payment was refunded.' },
  'class.approved': { label: 'Class approved', hint: 'A class is on the public list.' },
  'person.erased': {
    label: 'Account deleted',
    hint: 'An account was deleted: the program should delete what it knows of it, too.',
  },
};

export const eventLabel = (event: WebhookMessage['event']) =>
  event === 'test' ? 'Test' : EVENT_WORDS[event].label;
