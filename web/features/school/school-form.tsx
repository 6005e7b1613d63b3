import { type ReactNode, useId } from 'react';
import { zoneHere } from '#contract/formats.ts';
import { CANCEL_FROM, WELCOME_LINES } from '#contract/school/calls.ts';
import type { SchoolDraft } from '#contract/school/form.ts';
import { typedNumber, wireSum } from '#contract/typed.form.ts';
import { nameOf } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { FormContext, SelectField, TextAreaField, TextField } from '#web/components/form/field.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useLeastNote } from '#web/lib/formats/least-note.ts';
import { currencies, timeZones } from './choices.ts';
import { LanguagesPart } from './languages-part.tsx';
import { ListsPart } from './lists-part.tsx';
import { Matter } from './matter.tsx';
import { MissedPart } from './missed-part.tsx';
import { PaletteField } from './palette-field.tsx';
import { PostsPart } from './posts-part.tsx';
import { welcomeField } from './school-draft.ts';
import type { useSchoolForm } from './use-school-form.ts';

type Props = ReturnType<typeof useSchoolForm>;

/** Everything of the school but what it tells, a panel for each matter. */
export function SchoolForm(props: Props) {
  const { ref, beginning, initial, field, onType, onSave } = props;
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      className="space-y-6"
      onInput={({ target }) => onType((target as EventTarget as HTMLInputElement).name)}
      onSubmit={(event) => {
        event.preventDefault();
        void onSave();
      }}
    >
      <FormContext key={beginning} value={field}>
        <NameAndWords />
        <WhereAndHow />
        <MoneyAndRules {...props} />
        <MissedPart {...props} />
        <PostsPart />
        <ColoursAndLogo {...props} />
      </FormContext>
      <LanguagesPart key={`languages ${beginning}`} {...props} />
      <FormContext key={`${beginning} ${initial.languages}`} value={field}>
        <WelcomeWords languages={initial.languages} />
      </FormContext>
      <ListsPart {...props} />
      <SaveBar {...props} />
    </form>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>;

function NameAndWords() {
  const lang = useOwnLanguage();
  return (
    <Matter title={t('school.name_and_words')} lead={t('school.name_and_words_lead')}>
      <Wide>
        <TextField label={t('school.name_of_school')} name="name" autoComplete="off" />
      </Wide>
      <Wide>
        <TextField
          label={t('school.in_one_sentence')}
          name="tagline"
          lang={lang}
          autoComplete="off"
          hint={t('school.tagline_hint')}
        />
      </Wide>
    </Matter>
  );
}

function WhereAndHow() {
  const zones = useId();
  const lang = useOwnLanguage();
  return (
    <Matter title={t('school.where_and_how')} lead={t('school.where_and_how_lead')}>
      <Wide>
        <TextField label={t('school.street_and_number')} name="street" />
      </Wide>
      <TextField label={t('school.postcode')} name="postcode" />
      <TextField label={t('school.town')} name="town" />
      <TextField label={t('school.country')} name="country" hint={t('school.country_hint')} />
      <TextField
        label={t('school.time_zone')}
        name="timezone"
        list={zones}
        autoComplete="off"
        hint={t('school.time_zone_hint', { zone: zoneHere() })}
      />
      <datalist id={zones}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField label={t('school.phone')} name="phone" type="tel" />
      <TextField label={t('common.email')} name="email" />
      <Wide>
        <TextAreaField
          label={t('school.hours')}
          name="hours"
          lang={lang}
          rows={3}
          hint={t('school.hours_hint')}
        />
      </Wide>
    </Matter>
  );
}

function MoneyAndRules({ initial, draft }: Props) {
  const leastNote = useLeastNote();
  const isFlat = draft.enrolmentPrice !== 'class';
  const known = currencies(initial.currency);
  return (
    <Matter title={t('school.money_and_rules')} lead={t('school.money_and_rules_lead')}>
      <SelectField
        label={t('school.currency')}
        name="currency"
        options={known.map(({ code }) => code)}
        optionLabels={Object.fromEntries(known.map(({ code, label }) => [code, label]))}
        hint={t('school.currency_hint')}
      />
      <SelectField
        label={t('school.to_enrol_student_pays')}
        name="pricing"
        options={['flat', 'class']}
        optionLabels={{ flat: t('school.same_fee'), class: t('school.class_price') }}
        defaultValue={initial.enrolmentPrice === 'class' ? 'class' : 'flat'}
      />
      <div className={isFlat ? '' : 'hidden'}>
        <SumField
          label={t('school.fee')}
          name="enrolmentPrice"
          currency={draft.currency}
          hint={t('school.fee_hint', { least: leastNote(initial.currency) })}
          defaultValue={
            initial.enrolmentPrice === 'class' ? '' : typedNumber(wireSum(initial.enrolmentPrice))
          }
        />
      </div>
      <TextField
        label={t('school.hours_to_cancel')}
        name="cancelUntilHours"
        inputMode="decimal"
        autoComplete="off"
        hint={t('school.hours_to_cancel_hint')}
        defaultValue={typedNumber(initial.cancelUntilHours)}
      />
      <SelectField
        label={t('school.counted_from')}
        name="cancelFrom"
        options={CANCEL_FROM}
        optionLabels={{
          enrolling: t('school.from_enrolling'),
          'first-lesson': t('school.from_first_lesson'),
        }}
      />
    </Matter>
  );
}

function ColoursAndLogo({ initial, draft, faults, onLogo, onUploading }: Props) {
  return (
    <Matter title={t('school.colours_and_logo')} lead={t('school.colours_and_logo_lead')}>
      <PaletteField shown={draft.palette} initial={initial.palette} faults={faults} />
      <Wide>
        <PictureField
          label={t('school.logo')}
          url={draft.logo || null}
          alt={t('school.the_logo')}
          isWhole
          waiting={t('common.image_is_uploading')}
          onBusy={onUploading}
          onUploaded={onLogo}
        />
        {draft.logo && (
          <button type="button" className="btn btn-outline btn-sm mt-3" onClick={() => onLogo('')}>
            {t('school.remove_logo')}
          </button>
        )}
      </Wide>
    </Matter>
  );
}

function WelcomeWords({ languages }: { languages: SchoolDraft['languages'] }) {
  return (
    <Matter title={t('school.welcome')} lead={t('school.welcome_lead')}>
      {languages.map((code, at) => {
        const place = welcomeField(code, at);
        return languages.length === 1 ? (
          <WelcomeFields key={code} place={place} />
        ) : (
          <fieldset key={code} className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
            <legend lang={code} className="mb-3 font-semibold">
              {nameOf(code)}
            </legend>
            <WelcomeFields place={place} lang={code} />
          </fieldset>
        );
      })}
    </Matter>
  );
}

/** What is typed may be in another language than its labels. */
function WelcomeFields({ place, lang }: { place: string; lang?: string }) {
  return (
    <>
      <Wide>
        <TextField label={t('common.title')} name={`${place}.title`} lang={lang} autoComplete="off" />
      </Wide>
      <Wide>
        <TextAreaField label={t('school.words_below_title')} name={`${place}.words`} lang={lang} rows={4} />
      </Wide>
      {Array.from({ length: WELCOME_LINES }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each is its place
        <Wide key={at}>
          <TextField
            label={t('school.line', { number: String(at + 1) })}
            name={`${place}.lines.${at}`}
            lang={lang}
            autoComplete="off"
          />
        </Wide>
      ))}
    </>
  );
}

/** Stays in sight as long as something is left to save. */
function SaveBar({ problem, isChanged, isBusy, isUploading }: Props) {
  return (
    <div
      className={`panel flex flex-wrap items-center justify-between gap-x-5 gap-y-2 px-5 py-3 ${isChanged ? 'sticky bottom-3 z-10 shadow-lift' : ''}`}
    >
      <p
        role="status"
        className={`min-w-0 grow basis-48 text-sm ${problem ? 'font-medium text-error' : 'text-quiet'}`}
      >
        {problem || (isChanged ? t('school.not_saved_yet') : t('school.everything_saved'))}
      </p>
      <ActionButton
        type="submit"
        className="btn btn-primary max-sm:grow"
        isBusy={isBusy}
        isUnavailable={isUploading || !isChanged}
      >
        {t('common.save')}
      </ActionButton>
    </div>
  );
}
