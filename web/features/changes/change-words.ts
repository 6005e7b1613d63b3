import type { Change } from '#contract/changes.ts';

const FIELDS: Record<string, string> = {
  classname: 'name',
  image: 'picture',
  price: 'price',
  priceunit: 'what the price is for',
  duetext: 'when the price is due',
  availableseat: 'places',
  capacity: 'places',
  level: 'level',
  group: 'group',
  description: 'description',
  agefrom: 'youngest age',
  ageto: 'oldest age',
  enrolmentPrice: 'enrolment price',
  cancelUntilHours: 'hours to cancel within',
  cancelFrom: 'counted from',
  timezone: 'time zone',
};

/** The fields that an update changed, as the form calls them. */
export const changedFields = (note: string | null) =>
  (note ?? '')
    .split(', ')
    .map((field) => {
      // A price says what it was and what it is, too.
      const [name = '', ...rest] = field.split(' ');
      return [FIELDS[name] ?? name, ...rest].join(' ');
    })
    .join(', ');

const WAYS: Record<string, string> = { cash: 'in cash', transfer: 'by bank transfer' };

/** What somebody did, to stand between who did it and what it was done to. */
export function verbOf({
  action,
  note,
  before,
  after,
}: Pick<Change, 'action' | 'note' | 'before' | 'after'>): string {
  switch (action) {
    case 'teacher':
      return after ? 'handed over' : 'noted that the teacher has left:';
    case 'cancelled':
      return note ? `cancelled an enrolment, with ${note} to refund, in` : 'cancelled an enrolment in';
    case 'repaired':
      return `repaired a payment of ${note} for`;
    case 'kept':
      return `let a student keep the place after a refund of ${note} for`;
    case 'noted':
      return `noted what happened to a payment of ${note} for`;
    case 'partly-refunded':
      return `noticed a partial refund of ${note} at the card service for`;
    case 'refunded-outside':
      return `ended an enrolment after a refund of ${note} at the card service for`;
    case 'disputed':
      return `noticed a dispute over a payment of ${note} for`;
    case 'dispute-lost':
      return `ended an enrolment after a lost dispute over ${note} for`;
    case 'refund-failed':
      return `could not refund a payment of ${note} for`;
    case 'merged':
      return note === 'user' ? 'merged another account with' : 'merged two entries of a child of';
    case 'parted':
      return note === 'user'
        ? 'undid the merge of an account with'
        : 'undid the merge of two entries of a child of';
    case 'enrolled-by-hand':
      return `enrolled a student by hand, with ${note} ${after === 'due' ? 'to be paid later' : 'paid'}${agreed(before)}, in`;
    case 'paid':
      return `took ${note} ${WAYS[after ?? ''] ?? ''}${agreed(before)} for a place in`;
    case 'owed-back':
      return `noted ${note} to refund for`;
    case 'struck':
      return `no longer asks for ${note} that was owed for`;
    case 'given-back':
      return `gave ${note} back ${WAYS[after ?? ''] ?? ''} for`;
    case 'place-offered':
      return 'offered a place in';
    case 'place-moved':
      return before ? `moved the place of ${before} in` : 'moved a place in';
    case 'waiting-removed':
      return 'removed a family from the waiting list of';
    case 'feedback':
      return 'gave feedback on';
    case 'accepted':
      return 'accepted the changes of';
    case 'resubmitted':
      return 'submitted again';
    case 'key-made':
      return `made an API key for ${note}:`;
    case 'key-revoked':
      return 'revoked the API key';
    case 'webhook-made':
      return 'added the webhook';
    case 'webhook-deleted':
      return 'deleted the webhook';
    case 'webhook-stopped':
      return 'stopped the webhook, which takes no messages any more:';
    case 'webhook-resumed':
      return 'switched back on the webhook';
    case 'mail-retried':
      return 'sent an email again:';
    case 'imported':
      return `imported ${note} children into`;
    case 'import-undone':
      return `undid an import, with ${note} accounts and children, in`;
    case 'families-told':
      return `told ${note} imported families by email about`;
    case 'role':
      return 'changed the role of';
    case 'words-cleared':
      return 'took away what visitors read about';
    default:
      return action;
  }
}

/** Why it was another sum than the price. */
const agreed = (reason: string | null) => (reason === null ? '' : ` (not the price: ${reason})`);
