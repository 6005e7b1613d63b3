import type { SchoolDraft } from '#contract/school/form.ts';
import { t } from '#languages/t.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { editsOf } from './school-draft.ts';

const LABELS: Record<Exclude<keyof SchoolDraft, 'languages'>, string> = {
  name: 'Name of the school',
  tagline: 'In one sentence',
  street: 'Street and number',
  postcode: 'Postcode',
  town: 'Town',
  country: 'Country',
  timezone: 'Time zone',
  phone: 'Phone',
  email: 'Email',
  hours: 'Hours',
  currency: 'Currency',
  enrolmentPrice: 'What a student pays to enrol',
  cancelUntilHours: 'Hours to cancel',
  cancelFrom: 'Counted from',
  palette: 'Colours',
  logo: 'Logo',
  welcome: 'Welcome',
};

/**
 * Shows what was saved elsewhere while this form was open. Takes the focus, since the form below it has been
 * put together again.
 */
export function ChangedMeanwhile({ before, now }: { before: SchoolDraft; now: SchoolDraft }) {
  const names = Object.keys(editsOf(before, now)) as (keyof SchoolDraft)[];
  return (
    <Meanwhile title="The school was changed while you were editing">
      <ul className="mt-2 list-disc ps-5">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name === 'languages' ? t('school.languages') : LABELS[name]}
            {typeof now[name] === 'string' &&
              now[name].length < 80 &&
              name !== 'logo' &&
              `: ${now[name] || 'empty now'}`}
          </li>
        ))}
      </ul>
      <p className="mt-2">Nothing was saved yet. What you typed is still here: check it and save again.</p>
    </Meanwhile>
  );
}
