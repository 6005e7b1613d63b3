import type { Change } from '#contract/changes.ts';

const FIELDS: Record<string, string> = {
  classname: 'name',
  image: 'picture',
  price: 'price',
  availableseat: 'seats',
  capacity: 'seats',
  level: 'level',
  group: 'group',
  description: 'description',
};

/** The fields that an update changed, as the form calls them. */
export const changedFields = (note: string | null) =>
  (note ?? '')
    .split(', ')
    .map((name) => FIELDS[name] ?? name)
    .join(', ');

/** What somebody did, to stand between who did it and what it was done to. */
export function verbOf({ action, note, after }: Pick<Change, 'action' | 'note' | 'after'>): string {
  switch (action) {
    case 'teacher':
      return after ? 'handed over' : 'noted that the teacher has left:';
    case 'cancelled':
      return `cancelled an enrolment, ${note}, in`;
    case 'repaired':
      return `put right a payment, ${note}, for`;
    case 'kept':
      return `kept a place although ${note} went back, in`;
    case 'noted':
      return `has seen what became of a payment, ${note}, for`;
    case 'partly-refunded':
      return `found that ${note} went back at the card service of a payment for`;
    case 'refunded-outside':
      return `ended a place whose payment, ${note}, went back at the card service, in`;
    case 'disputed':
      return `found a dispute over a payment, ${note}, for`;
    case 'dispute-lost':
      return `ended a place whose payment, ${note}, the bank took back, in`;
    case 'refund-failed':
      return `could not send back a payment, ${note}, for`;
    case 'feedback':
      return 'gave feedback on';
    case 'accepted':
      return 'accepted the changes of';
    case 'resubmitted':
      return 'submitted again';
    case 'role':
      return 'changed the role of';
    default:
      return action;
  }
}
