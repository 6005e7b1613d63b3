import type { Change } from '#contract/changes/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { isFormer } from '#contract/former.ts';

/** In a sentence, where the learner and the class, account or thing that was changed are named. */
export const LEARNER = Symbol('learner');
export const SUBJECT = Symbol('subject');
export type Part = string | typeof LEARNER | typeof SUBJECT;

const say = (words: readonly string[], ...named: readonly Part[]): Part[] =>
  words.flatMap((word, at) => [word, ...named.slice(at, at + 1)]);

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

const WAYS: Record<string, string> = { cash: ' in cash', transfer: ' by bank transfer' };

/** What a line about the school is of, by its note, as a sentence and as a label call it. */
const THINGS: Record<string, string> = {
  term: 'Term',
  room: 'Room',
  'closing days': 'Closing days',
  post: 'Post',
  text: 'Text',
  event: 'Event',
  voice: 'Voice',
  number: 'Number',
};

const SUBJECTS: { readonly [S in Change['about']]: string } = {
  class: 'Class',
  lesson: 'Lesson',
  family: 'Guardian',
  user: 'Account',
  payment: 'Payment',
  question: 'Question',
  integration: 'Integration',
  school: 'School',
  mail: 'Email',
};

const LABELS: { readonly [A in Change['action']]?: string } = {
  role: 'Role',
  merged: 'Merge',
  parted: 'Merge',
  imported: 'Import',
  'import-undone': 'Import',
  'families-told': 'Import',
  'guardian-asked': 'Invitation',
  'guardian-accepted': 'Invitation',
  'claim-withdrawn': 'Invitation',
  'family-claimed': 'Invitation',
  'takeover-offered': 'Own account',
  'takeover-accepted': 'Own account',
  'takeover-back': 'Own account',
  'enrolled-by-hand': 'Enrolment',
  'place-moved': 'Place',
  'place-offered': 'Waiting list',
  'waiting-removed': 'Waiting list',
};

type Said = Pick<Change, 'about' | 'action' | 'note'>;

const thingOf = ({ about, note }: Pick<Said, 'about' | 'note'>) =>
  about === 'school' ? THINGS[note ?? ''] : undefined;

/** What kind of thing a line is about, in a word or two. */
export const kindOf = (change: Said): string =>
  LABELS[change.action] ?? thingOf(change) ?? SUBJECTS[change.about];

const nameOf = (email: string | null, none: string) => (!email || isFormer(email) ? none : email);

/** A time of the log, `2026-11-30T15:30`, as the school writes it; it is by the clocks of then. */
const whenOf = (wall: string | null, { weekday, clock }: Formats) => {
  const [day = '', time = ''] = (wall ?? '').split('T');
  return `${weekday(day)}, ${clock(time)}`;
};

type Told = Said & Pick<Change, 'before' | 'after' | 'actorname'>;

/** What was done, to stand behind the name of who did it. */
export function sentenceOf(change: Told, formats: Formats): Part[] {
  return (
    ofLesson(change, formats) ?? ofFamily(change) ?? ofMoney(change) ?? ofOffice(change) ?? ofAnything(change)
  );
}

function ofLesson({ action, before, after }: Told, formats: Formats): Part[] | undefined {
  if (!action.startsWith('lesson-')) return undefined;
  const lesson = `the lesson of ${whenOf(before, formats)},`;
  switch (action) {
    case 'lesson-moved':
      return say`moved ${lesson} to ${whenOf(after, formats)}, in ${SUBJECT}`;
    case 'lesson-made-up':
      return say`scheduled ${lesson} which was cancelled, for ${whenOf(after, formats)}, in ${SUBJECT}`;
    case 'lesson-cancelled':
      return say`cancelled ${lesson} in ${SUBJECT}`;
    case 'lesson-length':
      return say`made ${lesson} in ${SUBJECT} ${after ?? ''} minutes long`;
    case 'lesson-room':
      return after
        ? say`gave ${lesson} in ${SUBJECT} another room: ${after}`
        : say`left ${lesson} in ${SUBJECT} without a room`;
    case 'lesson-teacher':
      return after
        ? say`gave ${lesson} in ${SUBJECT} to a substitute: ${nameOf(after, 'a former teacher')}`
        : say`gave ${lesson} in ${SUBJECT} back to the teacher of the class`;
    default:
      return say`changed the reason that is given for ${lesson} in ${SUBJECT}`;
  }
}

function ofFamily({ action, before, actorname }: Told): Part[] | undefined {
  // It ends by itself where a stranger had the account.
  const why = actorname === null ? ', since the account was recovered' : '';
  switch (action) {
    case 'guardian-asked':
      return say`invited a guardian for ${LEARNER}`;
    case 'guardian-accepted':
      return say`accepted an invitation to look after ${LEARNER}`;
    case 'guardian-rights':
      return say`changed the permissions of a guardian of ${LEARNER}`;
    case 'guardian-ended':
      return say`removed ${nameOf(before, 'a former member')} as a guardian of ${LEARNER}${why}`;
    case 'claim-withdrawn':
      return say`withdrew an invitation for ${LEARNER}${why}`;
    case 'family-claimed':
      return say`accepted the invitation to the imported family of ${SUBJECT}`;
    case 'takeover-offered':
      return say`offered ${LEARNER} their own account`;
    case 'takeover-accepted':
      return say`took over the lessons of ${LEARNER} from the account of ${SUBJECT}`;
    case 'takeover-back':
      return say`took the lessons of ${LEARNER} back to the account of ${SUBJECT}`;
    default:
      return undefined;
  }
}

function ofMoney({ action, note, before, after }: Told): Part[] | undefined {
  const sum = note ?? '';
  switch (action) {
    case 'cancelled':
      return note
        ? say`cancelled the place of ${LEARNER} in ${SUBJECT}, with ${note} to refund`
        : say`cancelled the place of ${LEARNER} in ${SUBJECT}`;
    case 'repaired':
      return say`repaired a payment of ${sum} for ${LEARNER} in ${SUBJECT}`;
    case 'kept':
      return say`let ${LEARNER} keep the place after a refund of ${sum} for ${SUBJECT}`;
    case 'noted':
      return say`noted what happened to a payment of ${sum} for ${LEARNER} in ${SUBJECT}`;
    case 'partly-refunded':
      return say`noticed a partial refund of ${sum} at the card service for ${LEARNER} in ${SUBJECT}`;
    case 'refunded-outside':
      return say`ended the place of ${LEARNER} after a refund of ${sum} at the card service for ${SUBJECT}`;
    case 'disputed':
      return say`noticed a dispute over a payment of ${sum} for ${LEARNER} in ${SUBJECT}`;
    case 'dispute-lost':
      return say`ended the place of ${LEARNER} after a lost dispute over ${sum} for ${SUBJECT}`;
    case 'refund-failed':
      return say`could not refund a payment of ${sum} for ${LEARNER} in ${SUBJECT}`;
    case 'enrolled-by-hand':
      return say`enrolled ${LEARNER} by hand, with ${sum} ${after === 'due' ? 'to be paid later' : 'paid'}${agreed(before)}, in ${SUBJECT}`;
    case 'paid':
      return say`took ${sum}${WAYS[after ?? ''] ?? ''}${agreed(before)} for the place of ${LEARNER} in ${SUBJECT}`;
    case 'owed-back':
      return say`noted ${sum} to refund for ${LEARNER} in ${SUBJECT}`;
    case 'struck':
      return say`no longer asks for ${sum} that was owed for ${LEARNER} in ${SUBJECT}`;
    case 'given-back':
      return say`refunded ${sum}${WAYS[after ?? ''] ?? ''} for ${LEARNER} in ${SUBJECT}`;
    default:
      return undefined;
  }
}

/** Why it was another sum than the price. */
const agreed = (reason: string | null) => (reason === null ? '' : ` (not the price: ${reason})`);

function ofOffice({ action, note, before, after }: Told): Part[] | undefined {
  switch (action) {
    case 'merged':
      return note === 'user'
        ? say`joined another account with ${SUBJECT}`
        : say`joined two entries of a child of ${SUBJECT}`;
    case 'parted':
      return note === 'user'
        ? say`put an account apart again from ${SUBJECT}`
        : say`put two entries of a child of ${SUBJECT} apart again`;
    case 'place-offered':
      return say`offered ${LEARNER} a place in ${SUBJECT}`;
    case 'place-moved':
      return say`moved the place of ${before ?? 'a learner'} in ${SUBJECT} to ${LEARNER}`;
    case 'waiting-removed':
      return say`removed ${LEARNER} from the waiting list of ${SUBJECT}`;
    case 'answered':
      return say`answered a question about ${SUBJECT}`;
    case 'key-made':
      return say`made an API key for ${note ?? ''}: ${SUBJECT}`;
    case 'key-revoked':
      return say`revoked the API key ${SUBJECT}`;
    case 'webhook-made':
      return say`added the webhook ${SUBJECT}`;
    case 'webhook-deleted':
      return say`deleted the webhook ${SUBJECT}`;
    case 'webhook-stopped':
      return say`stopped the webhook ${SUBJECT}, which takes no messages any more`;
    case 'webhook-resumed':
      return say`switched the webhook ${SUBJECT} back on`;
    case 'mail-retried':
      return say`sent an email again: ${SUBJECT}`;
    case 'imported':
      return say`imported ${note ?? ''} children into ${SUBJECT}`;
    case 'import-undone':
      return say`undid an import, with ${note ?? ''} accounts and children, in ${SUBJECT}`;
    case 'families-told':
      return say`told ${note ?? ''} imported families by email about ${SUBJECT}`;
    case 'role':
      return say`changed the role of ${SUBJECT} from ${before ?? ''} to ${after ?? ''}`;
    case 'words-cleared':
      return say`took away what visitors read about ${SUBJECT}`;
    default:
      return undefined;
  }
}

function ofAnything({ about, action, note, before, after }: Told): Part[] {
  const thing = thingOf({ about, note });
  if (thing) return say`${action} the ${thing.toLowerCase()} ${SUBJECT}`;
  if (about === 'question') return say`${action} a question about ${SUBJECT}`;
  switch (action) {
    case 'added':
      return note === null ? say`added ${SUBJECT}` : say`added ${SUBJECT} ${note}`;
    case 'updated':
      return say`updated ${SUBJECT}: ${changedFields(note)}`;
    case 'accepted':
      return say`accepted the changes of ${SUBJECT}: ${changedFields(note)}`;
    case 'feedback':
      return say`gave feedback on ${SUBJECT}`;
    case 'resubmitted':
      return say`submitted ${SUBJECT} again`;
    case 'teacher':
      return after
        ? say`handed ${SUBJECT} over from ${nameOf(before, 'a former teacher')} to ${nameOf(after, 'a former teacher')}`
        : say`noted that the teacher of ${SUBJECT} has left`;
    default:
      return say`${action} ${SUBJECT}`;
  }
}
