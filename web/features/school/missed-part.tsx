import { MISSED_LESSONS, RESERVE_MODES, TRIAL_FEES } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { Matter } from './matter.tsx';
import type { useSchoolForm } from './use-school-form.ts';

/** What a family gets for a lesson that it says it will miss, and until when registers are corrected. */
export function MissedPart({ draft }: Pick<ReturnType<typeof useSchoolForm>, 'draft'>) {
  return (
    <Matter title={t('school.missed_lessons')} lead={t('school.missed_lessons_lead')}>
      <div className="sm:col-span-2">
        <SelectField
          label={t('school.missed_lesson_gives')}
          name="missedlessons"
          options={MISSED_LESSONS}
          optionLabels={{ none: t('school.missed_gives_nothing'), catchup: t('school.missed_gives_catchup') }}
          hint={t('school.missed_lesson_gives_hint')}
        />
      </div>
      <div className={draft.missedlessons === 'catchup' ? 'contents' : 'hidden'}>
        <TextField
          label={t('school.notice_hours')}
          name="noticehours"
          inputMode="numeric"
          autoComplete="off"
          hint={t('school.notice_hours_hint')}
        />
        <TextField
          label={t('school.catchup_weeks')}
          name="catchupweeks"
          inputMode="numeric"
          autoComplete="off"
          hint={t('school.catchup_weeks_hint')}
        />
        <TextField
          label={t('school.catchups_a_term')}
          name="catchupsaterm"
          inputMode="numeric"
          autoComplete="off"
          hint={t('school.catchups_a_term_hint')}
        />
      </div>
      <TextField
        label={t('school.register_days')}
        name="registerdays"
        inputMode="numeric"
        autoComplete="off"
        hint={t('school.register_days_hint')}
      />
      <SelectField
        label={t('school.trial_fee')}
        name="trialfee"
        options={TRIAL_FEES}
        optionLabels={{ kept: t('school.trial_fee_kept'), off: t('school.trial_fee_off') }}
        hint={t('school.trial_fee_hint')}
      />
      <SelectField
        label={t('school.reserve_mode')}
        name="reservemode"
        options={RESERVE_MODES}
        optionLabels={{ later: t('school.reserve_mode_later'), giveback: t('school.reserve_mode_giveback') }}
        hint={t('school.reserve_mode_hint')}
      />
    </Matter>
  );
}
