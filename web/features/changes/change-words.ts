import type { ReactNode } from 'react';
import type { Change } from '#contract/changes/calls.ts';
import { decimalIn, type Formats } from '#contract/formats.ts';
import { isFormer } from '#contract/former.ts';
import { KEY_SCOPES, type KeyScope } from '#contract/keys/calls.ts';
import { wordsOfScope } from '#contract/messages/key-scopes.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { language, type PlainId, t } from '#languages/t.ts';
import { rich } from '#web/lib/rich.ts';

/** Who did it, and the learner and the class, account or thing that was changed, as they are shown. */
export type Named = { actor: ReactNode; learner: ReactNode; subject: ReactNode };

/** What is changed of a class or of the school, and what is noted of an account. */
const FIELDS: Readonly<Record<string, PlainId>> = {
  classname: 'changes.field_name',
  image: 'changes.field_picture',
  price: 'changes.field_price',
  priceunit: 'changes.field_price_unit',
  duetext: 'changes.field_due',
  availableseat: 'changes.field_places',
  capacity: 'changes.field_places',
  level: 'changes.field_level',
  group: 'changes.field_group',
  description: 'changes.field_description',
  agefrom: 'changes.field_youngest',
  ageto: 'changes.field_oldest',
  instrumentids: 'changes.field_instruments',
  series: 'changes.field_series',
  guestplaces: 'changes.field_guest_places',
  trialprice: 'changes.field_trial_price',
  runsfrom: 'changes.field_runs_from',
  decideby: 'changes.field_decide_by',
  billing: 'changes.field_billing',
  'when it meets': 'changes.field_when_it_meets',
  name: 'changes.field_name',
  tagline: 'changes.field_tagline',
  street: 'changes.field_street',
  postcode: 'changes.field_postcode',
  town: 'changes.field_town',
  country: 'changes.field_country',
  note: 'changes.field_note',
  firstname: 'changes.field_first_name',
  lastname: 'changes.field_last_name',
  born: 'changes.field_born',
  phone: 'changes.field_phone',
  email: 'changes.field_email',
  hours: 'changes.field_hours',
  timezone: 'changes.field_time_zone',
  logo: 'changes.field_logo',
  currency: 'changes.field_currency',
  enrolmentPrice: 'changes.field_enrolment_price',
  cancelUntilHours: 'changes.field_cancel_hours',
  cancelFrom: 'changes.field_cancel_from',
  missedlessons: 'changes.field_missed_lessons',
  noticehours: 'changes.field_notice_hours',
  catchupweeks: 'changes.field_catchup_weeks',
  catchupsaterm: 'changes.field_catchups_a_term',
  registerdays: 'changes.field_register_days',
  trialfee: 'changes.field_trial_fee',
  reservemode: 'changes.field_reserve_mode',
  reviewposts: 'changes.field_review_posts',
  dueafterdays: 'changes.field_due_after_days',
  latefee: 'changes.field_late_fee',
  latefeeafterdays: 'changes.field_late_fee_after_days',
  taxrate: 'changes.field_tax_rate',
  taxnumber: 'changes.field_tax_number',
  invoicetext: 'changes.field_invoice_text',
  iban: 'changes.field_iban',
  bic: 'changes.field_bic',
  holder: 'changes.field_account_holder',
  palette: 'changes.field_palette',
  languages: 'changes.field_languages',
  lists: 'changes.field_lists',
  welcome: 'changes.field_welcome',
  'shown to visitors': 'changes.shown_to_visitors',
  'hidden from visitors': 'changes.hidden_from_visitors',
};

/** What a field was or is, where that is a word of the school's and no figure. */
const VALUES: Readonly<Record<string, PlainId>> = {
  class: 'changes.value_class',
  enrolling: 'changes.value_enrolling',
  'first-lesson': 'changes.value_first_lesson',
  none: 'changes.value_none',
  catchup: 'changes.value_catchup',
  unlimited: 'changes.value_unlimited',
  asked: 'changes.value_asked',
  always: 'changes.value_always',
  kept: 'changes.value_kept',
  off: 'changes.value_off',
  later: 'changes.value_later',
  giveback: 'changes.value_giveback',
};

/** Whose values are codes that people write in capitals. */
const CODES = new Set(['currency', 'languages']);

/** A value as it is read: a word of the school's, a code, a figure of the language, or a percentage of it. */
function valueWords(field: string, value: string): string {
  const id = VALUES[value];
  if (id) return t(id);
  if (CODES.has(field)) return value.toUpperCase();
  const [, figure, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(value) ?? [];
  if (figure === undefined) return value;
  const written = decimalIn(language(), Number(figure));
  return percent ? t('changes.percent', { figure: written }) : written;
}

/** What a scope opens, in words. */
const scopeWords = (scope: string) => {
  if (!(KEY_SCOPES as readonly string[]).includes(scope)) return scope;
  const { what, does } = wordsOfScope(scope as KeyScope);
  return t(does, { what: t(what) });
};

const wordsOf = (ids: Readonly<Record<string, PlainId>>, kept: string) => {
  const id = ids[kept];
  return id ? t(id) : kept;
};

/** The fields that an update changed, as the form calls them. */
export const changedFields = (note: string | null) =>
  (note ?? '')
    .split(', ')
    .map((field) => {
      if (FIELDS[field]) return wordsOf(FIELDS, field);
      // A price says what it was and what it is, too.
      const [name = '', ...rest] = field.split(' ');
      return [wordsOf(FIELDS, name), ...rest.map((value) => valueWords(name, value))].join(' ');
    })
    .join(', ');

/** What a line about the school is of, by its note. */
export const THINGS: Readonly<Record<string, PlainId>> = {
  term: 'changes.kind_term',
  room: 'changes.kind_room',
  'closing days': 'changes.kind_closing_days',
  post: 'changes.kind_post',
  text: 'changes.kind_text',
  event: 'changes.kind_event',
  voice: 'changes.kind_voice',
  number: 'changes.kind_number',
  site: 'changes.kind_site',
  instrument: 'changes.kind_instrument',
  code: 'changes.kind_code',
  recital: 'changes.kind_recital',
  'sibling-discount': 'changes.kind_sibling_discount',
};

const SUBJECTS = {
  class: 'changes.kind_class',
  lesson: 'changes.kind_lesson',
  family: 'changes.kind_family',
  user: 'changes.kind_user',
  payment: 'changes.kind_payment',
  question: 'changes.kind_question',
  integration: 'changes.kind_integration',
  school: 'changes.kind_school',
  mail: 'changes.kind_mail',
} as const satisfies Record<Change['about'], PlainId>;

const LABELS: { readonly [A in Change['action']]?: PlainId } = {
  role: 'changes.kind_role',
  merged: 'changes.kind_merge',
  parted: 'changes.kind_merge',
  imported: 'changes.kind_import',
  'import-undone': 'changes.kind_import',
  'families-told': 'changes.kind_import',
  invited: 'changes.kind_invitation',
  'invited-again': 'changes.kind_invitation',
  'invitation-withdrawn': 'changes.kind_invitation',
  'invitation-accepted': 'changes.kind_invitation',
  'guardian-asked': 'changes.kind_invitation',
  'guardian-accepted': 'changes.kind_invitation',
  'guardian-rights': 'changes.kind_guardian',
  'guardian-ended': 'changes.kind_guardian',
  'claim-withdrawn': 'changes.kind_invitation',
  'family-claimed': 'changes.kind_invitation',
  'takeover-offered': 'changes.kind_own_account',
  'takeover-accepted': 'changes.kind_own_account',
  'takeover-back': 'changes.kind_own_account',
  'enrolled-by-hand': 'changes.kind_enrolment',
  'payment-noted': 'changes.kind_payment',
  'credit-refunded': 'changes.kind_payment',
  'credit-refund-refused': 'changes.kind_payment',
  charged: 'changes.kind_charge',
  'charge-reversed': 'changes.kind_charge',
  invoiced: 'changes.kind_invoice',
  'invoice-voided': 'changes.kind_invoice',
  'debt-reminded': 'changes.kind_invoice',
  billed: 'changes.kind_billing',
  'place-moved': 'changes.kind_place',
  'place-offered': 'changes.kind_waiting_list',
  'waiting-removed': 'changes.kind_waiting_list',
  'wishers-invited': 'changes.kind_waiting_list',
  'absence-noted': 'changes.kind_absence',
  'absence-withdrawn': 'changes.kind_absence',
  'catchup-booked': 'changes.kind_catchup',
  'catchup-given-up': 'changes.kind_catchup',
};

type Said = Pick<Change, 'about' | 'action' | 'note'>;

const thingOf = ({ about, note }: Pick<Said, 'about' | 'note'>) =>
  about === 'school' ? THINGS[note ?? ''] : undefined;

/** What kind of thing a line is about, in a word or two. */
export const kindOf = (change: Said): string =>
  t(LABELS[change.action] ?? thingOf(change) ?? SUBJECTS[change.about]);

const nameOf = (email: string | null, none: PlainId) => (!email || isFormer(email) ? t(none) : email);

/** A time of the log, `2026-11-30T15:30`, as the school writes it; it is by the clocks of then. */
const whenOf = (wall: string | null, { weekday, clock }: Formats) => {
  const [day = '', time = ''] = (wall ?? '').split('T');
  return `${weekday(day)}, ${clock(time)}`;
};

type Told = Said & Pick<Change, 'before' | 'after' | 'actorname'>;

/** Who did what, as a sentence without its full stop. */
export const sentenceOf = (change: Told, named: Named, formats: Formats): ReactNode =>
  ofLesson(change, named, formats) ??
  ofMissed(change, named, formats) ??
  ofFamily(change, named) ??
  ofBilling(change, named, formats) ??
  ofMoney(change, named) ??
  ofOffice(change, named) ??
  ofAnything(change, named);

function ofLesson({ action, before, after }: Told, named: Named, formats: Formats): ReactNode {
  if (!action.startsWith('lesson-')) return undefined;
  const of = { ...named, when: whenOf(before, formats) };
  switch (action) {
    case 'lesson-moved':
      return rich('changes.lesson_moved', { ...of, next: whenOf(after, formats) });
    case 'lesson-made-up':
      return rich('changes.lesson_made_up', { ...of, next: whenOf(after, formats) });
    case 'lesson-cancelled':
      return rich('changes.lesson_cancelled', of);
    case 'lesson-length':
      return rich('changes.lesson_length', { ...of, minutes: after ?? '' });
    case 'lesson-room':
      return after
        ? rich('changes.lesson_other_room', { ...of, room: after })
        : rich('changes.lesson_no_room', of);
    case 'lesson-teacher':
      return after
        ? rich('changes.lesson_substitute', { ...of, teacher: nameOf(after, 'changes.a_former_teacher') })
        : rich('changes.lesson_own_teacher', of);
    case 'lesson-notes':
      return rich('changes.lesson_notes', of);
    case 'lesson-file-added':
      return rich('changes.lesson_file_added', of);
    case 'lesson-file-deleted':
      return rich('changes.lesson_file_deleted', of);
    default:
      return rich('changes.lesson_reason', of);
  }
}

function ofMissed({ action, before }: Told, named: Named, formats: Formats): ReactNode {
  if (!/^(absence|catchup)-/.test(action)) return undefined;
  const of = { ...named, when: whenOf(before, formats) };
  switch (action) {
    case 'absence-noted':
      return rich('changes.absence_noted', of);
    case 'absence-withdrawn':
      return rich('changes.absence_withdrawn', of);
    case 'catchup-booked':
      return rich('changes.catchup_booked', of);
    case 'catchup-given-up':
      return rich('changes.catchup_given_up', of);
    default:
      return undefined;
  }
}

function ofFamily({ action, before, actorname }: Told, named: Named): ReactNode {
  // It ends by itself where a stranger had the account.
  const isRecovered = actorname === null;
  switch (action) {
    case 'guardian-asked':
      return rich('changes.guardian_asked', named);
    case 'guardian-accepted':
      return rich('changes.guardian_accepted', named);
    case 'guardian-rights':
      return rich('changes.guardian_rights', named);
    case 'guardian-ended':
      return rich(isRecovered ? 'changes.guardian_ended_recovered' : 'changes.guardian_ended', {
        ...named,
        guardian: nameOf(before, 'changes.a_former_member'),
      });
    case 'claim-withdrawn':
      return rich(isRecovered ? 'changes.claim_withdrawn_recovered' : 'changes.claim_withdrawn', named);
    case 'family-claimed':
      return rich('changes.family_claimed', named);
    case 'takeover-offered':
      return rich('changes.takeover_offered', named);
    case 'takeover-accepted':
      return rich('changes.takeover_accepted', named);
    case 'takeover-back':
      return rich('changes.takeover_back', named);
    default:
      return undefined;
  }
}

function ofBilling({ action, note, before, after }: Told, named: Named, { days }: Formats): ReactNode {
  if (action !== 'billed') return undefined;
  return rich('changes.billed', { ...named, days: days(before ?? '', after ?? ''), count: Number(note) });
}

function ofMoney({ action, note, before, after }: Told, named: Named): ReactNode {
  const reason = before && reasonWords(before);
  const of = { ...named, sum: note ?? '' };
  switch (action) {
    case 'cancelled':
      return note ? rich('changes.cancelled_to_refund', of) : rich('changes.cancelled', of);
    case 'repaired':
      return rich('changes.repaired', of);
    case 'kept':
      return rich('changes.kept', of);
    case 'noted':
      return rich('changes.noted', of);
    case 'partly-refunded':
      return rich('changes.partly_refunded', of);
    case 'refunded-outside':
      return rich('changes.refunded_outside', of);
    case 'disputed':
      return rich('changes.disputed', of);
    case 'dispute-lost':
      return rich('changes.dispute_lost', of);
    case 'refund-failed':
      return rich('changes.refund_failed', of);
    case 'enrolled-by-hand': {
      const enrolled = { ...of, state: after ?? '' };
      // The reason says why it was another sum than the price.
      return reason === null
        ? rich('changes.enrolled_by_hand', enrolled)
        : rich('changes.enrolled_by_hand_agreed', { ...enrolled, reason });
    }
    case 'paid': {
      const paid = { ...of, way: after ?? '' };
      return reason === null ? rich('changes.paid', paid) : rich('changes.paid_agreed', { ...paid, reason });
    }
    case 'owed-again':
      return rich('changes.owed_again', of);
    case 'owed-back':
      return rich('changes.owed_back', of);
    case 'struck':
      return rich('changes.struck', of);
    case 'payment-noted':
      return rich('changes.payment_noted', { ...of, way: after ?? '' });
    case 'credit-refunded':
      return rich('changes.credit_refunded', { ...of, way: (after ?? '').replace('-', '_') });
    case 'credit-refund-refused':
      return rich('changes.credit_refund_refused', of);
    case 'charged':
      return rich('changes.charged', { ...of, what: before ?? '', kind: after ?? '' });
    case 'invoiced':
      return rich('changes.invoiced', { ...of, number: before ?? '' });
    case 'debt-reminded':
      return rich('changes.debt_reminded', of);
    case 'invoice-voided':
      return rich('changes.invoice_voided', { ...of, number: before ?? '' });
    case 'charge-reversed':
      return rich('changes.charge_reversed', { ...of, what: before ?? '' });
    case 'given-back':
      return rich('changes.given_back', { ...of, way: after ?? '' });
    default:
      return undefined;
  }
}

function ofOffice({ action, note, before, after, actorname }: Told, named: Named): ReactNode {
  const isOfAccounts = note === 'user';
  const counted = { ...named, count: Number(note) };
  switch (action) {
    case 'merged':
      return rich(isOfAccounts ? 'changes.accounts_merged' : 'changes.entries_merged', named);
    case 'parted':
      return rich(isOfAccounts ? 'changes.accounts_parted' : 'changes.entries_parted', named);
    case 'place-offered':
      return rich('changes.place_offered', named);
    case 'place-moved':
      return rich('changes.place_moved', { ...named, former: before ?? t('changes.a_learner') });
    case 'wishers-invited':
      return rich('changes.wishers_invited', counted);
    case 'waiting-removed':
      return rich('changes.waiting_removed', named);
    case 'answered':
      return rich('changes.answered', named);
    case 'key-made':
      return rich('changes.key_made', {
        ...named,
        scopes: (note ?? '').split(', ').map(scopeWords).join(', '),
      });
    case 'key-revoked':
      return rich('changes.key_revoked', named);
    case 'webhook-made':
      return rich('changes.webhook_made', named);
    case 'webhook-deleted':
      return rich('changes.webhook_deleted', named);
    case 'webhook-stopped':
      return rich('changes.webhook_stopped', named);
    case 'webhook-resumed':
      return rich('changes.webhook_resumed', named);
    case 'mail-retried':
      return rich('changes.mail_retried', named);
    case 'message-sent':
      return rich('changes.message_sent', { ...counted, aim: after ?? '', name: before ?? '' });
    case 'imported':
      return rich('changes.imported', counted);
    case 'import-undone':
      return after === null
        ? rich('changes.import_undone', counted)
        : rich('changes.import_undone_places', { ...counted, places: Number(after) });
    case 'families-told':
      return rich('changes.families_told', counted);
    case 'role':
      return rich('changes.role', { ...named, before: before ?? '', after: after ?? '' });
    case 'invited':
      return rich('changes.invited', { ...named, role: after ?? '' });
    case 'invited-again':
      return rich('changes.invited_again', named);
    case 'invitation-withdrawn':
      // It ends by itself where a stranger had the account, or who sent it is no admin any more.
      return rich(actorname === null ? 'changes.invitation_ended' : 'changes.invitation_withdrawn', named);
    case 'invitation-accepted':
      return rich('changes.invitation_accepted', { ...named, role: after ?? '' });
    case 'second-factor-reset':
      return rich('changes.second_factor_reset', named);
    case 'words-cleared':
      return rich('changes.words_cleared', named);
    default:
      return undefined;
  }
}

function ofAnything({ about, action, note, before, after }: Told, named: Named): ReactNode {
  if (thingOf({ about, note })) {
    // A word of a select has neither space nor hyphen.
    const thing = { ...named, thing: note?.replace(/[ -].*/, '') ?? '' };
    if (action === 'approved') return rich('changes.post_published', named);
    if (action === 'denied') return rich('changes.post_sent_back', named);
    if (action === 'proposal-taken') return rich('changes.proposal_taken', named);
    if (action === 'added') return rich('changes.thing_added', thing);
    return action === 'updated' ? rich('changes.thing_updated', thing) : rich('changes.thing_deleted', thing);
  }
  if (about === 'question') return rich('changes.question_deleted', named);
  switch (action) {
    case 'added':
      if (about === 'family' && note !== null) return rich('changes.child_added', named);
      // A copy of a class notes for when it was made.
      return rich(note === null ? 'changes.added' : 'changes.added_next_term', named);
    case 'updated':
      return rich('changes.updated', { ...named, fields: changedFields(note) });
    case 'accepted':
      return rich('changes.accepted', { ...named, fields: changedFields(note) });
    case 'feedback':
      return rich('changes.feedback', named);
    case 'resubmitted':
      return rich('changes.resubmitted', named);
    case 'proposal-taken':
      return rich('changes.proposal_taken', named);
    case 'teacher':
      return after
        ? rich('changes.handed_over', {
            ...named,
            former: nameOf(before, 'changes.a_former_teacher'),
            teacher: nameOf(after, 'changes.a_former_teacher'),
          })
        : rich('changes.teacher_left', named);
    case 'approved':
      return rich('changes.approved', named);
    case 'denied':
      return rich('changes.denied', named);
    case 'decided':
      return rich('changes.decided', {
        ...named,
        decided: after === 'runs' ? 'runs' : 'not',
        joined: before ?? '',
      });
    case 'called-off':
      return rich('changes.called_off', named);
    default:
      return rich('changes.deleted', named);
  }
}
