import type { SchoolDraft } from '#contract/school/form.ts';
import { typedNumber } from '#contract/typed.form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { editsOf } from './school-draft.ts';

const LABELS = {
  name: 'school.name_of_school',
  tagline: 'school.in_one_sentence',
  street: 'school.street_and_number',
  postcode: 'school.postcode',
  town: 'school.town',
  country: 'school.country',
  timezone: 'school.time_zone',
  phone: 'school.phone',
  email: 'common.email',
  hours: 'school.hours',
  currency: 'school.currency',
  enrolmentPrice: 'school.what_student_pays',
  cancelUntilHours: 'school.hours_to_cancel',
  cancelFrom: 'school.counted_from',
  missedlessons: 'school.missed_lesson_gives',
  noticehours: 'school.notice_hours',
  catchupweeks: 'school.catchup_weeks',
  catchupsaterm: 'school.catchups_a_term',
  registerdays: 'school.register_days',
  trialfee: 'school.trial_fee',
  reservemode: 'school.reserve_mode',
  reviewposts: 'school.review_posts',
  palette: 'school.colours',
  logo: 'school.logo',
  welcome: 'school.welcome',
  languages: 'school.languages',
  lists: 'school.lists',
} as const satisfies Record<keyof SchoolDraft, PlainId>;

const NUMBERS: readonly (keyof SchoolDraft)[] = ['enrolmentPrice', 'cancelUntilHours'];
/** Those whose values are no words; the form shows what they stand for. */
const CODES: readonly (keyof SchoolDraft)[] = [
  'cancelFrom',
  'missedlessons',
  'trialfee',
  'reservemode',
  'reviewposts',
  'palette',
  'logo',
];

/** What a field holds now, as its reader types it; undefined where that says nothing, or is too long. */
function nowIn(name: keyof SchoolDraft, draft: SchoolDraft): string | undefined {
  const now = draft[name];
  if (typeof now !== 'string' || now.length >= 80 || CODES.includes(name)) return undefined;
  if (!NUMBERS.includes(name)) return now;
  return Number.isNaN(Number(now)) ? undefined : typedNumber(now && Number(now));
}

/**
 * Shows what was saved elsewhere while this form was open. Takes the focus, since the form below it has been
 * put together again.
 */
export function ChangedMeanwhile({ before, now }: { before: SchoolDraft; now: SchoolDraft }) {
  const names = Object.keys(editsOf(before, now)) as (keyof SchoolDraft)[];
  return (
    <Meanwhile title={t('school.changed_meanwhile')}>
      <ul className="mt-2 list-disc ps-5">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {nowIn(name, now) === undefined
              ? t(LABELS[name])
              : t('school.field_is_now', {
                  field: t(LABELS[name]),
                  now: nowIn(name, now) || t('school.empty_now'),
                })}
          </li>
        ))}
      </ul>
      <p className="mt-2">{t('common.nothing_was_saved_yet')}</p>
    </Meanwhile>
  );
}
