import { type ReactNode, useId } from 'react';
import { zoneHere } from '#contract/formats.ts';
import { CANCEL_FROM, WELCOME_LINES } from '#contract/school/calls.ts';
import type { SchoolDraft } from '#contract/school/form.ts';
import { nameOf } from '#languages/languages.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { FormContext, SelectField, TextAreaField, TextField } from '#web/components/form/field.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import { useLeastNote } from '#web/lib/formats/least-note.ts';
import { currencies, timeZones } from './choices.ts';
import { LanguagesPart } from './languages-part.tsx';
import { Matter } from './matter.tsx';
import { PaletteField } from './palette-field.tsx';
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
        <ColoursAndLogo {...props} />
      </FormContext>
      <LanguagesPart {...props} />
      <FormContext key={`${beginning} ${initial.languages}`} value={field}>
        <WelcomeWords languages={initial.languages} />
      </FormContext>
      <SaveBar {...props} />
    </form>
  );
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>;

function NameAndWords() {
  return (
    <Matter title="Name and words" lead="On every page, in every email, on receipts and in search engines.">
      <Wide>
        <TextField label="Name of the school" name="name" autoComplete="off" />
      </Wide>
      <Wide>
        <TextField
          label="In one sentence"
          name="tagline"
          autoComplete="off"
          hint="What the school is, for the foot of every page and for search engines."
        />
      </Wide>
    </Matter>
  );
}

function WhereAndHow() {
  const zones = useId();
  return (
    <Matter
      title="Where and how to reach you"
      lead="Only what is filled in is shown, in the Contact part of the home page."
    >
      <Wide>
        <TextField label="Street and number" name="street" />
      </Wide>
      <TextField label="Postcode" name="postcode" />
      <TextField label="Town" name="town" />
      <TextField
        label="Country"
        name="country"
        hint="In English, such as Ireland. Dates and money are written as people write them there."
      />
      <TextField
        label="Time zone"
        name="timezone"
        list={zones}
        autoComplete="off"
        hint={`The clock of the school. This computer is in ${zoneHere()}.`}
      />
      <datalist id={zones}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField label="Phone" name="phone" type="tel" />
      <TextField label="Email" name="email" />
      <Wide>
        <TextAreaField label="Hours" name="hours" rows={3} hint="When the office is open, one line each." />
      </Wide>
    </Matter>
  );
}

function MoneyAndRules({ initial, draft }: Props) {
  const leastNote = useLeastNote();
  const isFlat = draft.enrolmentPrice !== 'class';
  const known = currencies(initial.currency);
  return (
    <Matter title="Money and rules" lead="Applies to enrolments from now on.">
      <SelectField
        label="Currency"
        name="currency"
        options={known.map(({ code }) => code)}
        optionLabels={Object.fromEntries(known.map(({ code, label }) => [code, label]))}
        hint="Cannot be changed once a payment has been started."
      />
      <SelectField
        label="To enrol, a student pays"
        name="pricing"
        options={['flat', 'class']}
        optionLabels={{ flat: 'the same fee for every class', class: 'the class’s price' }}
        defaultValue={initial.enrolmentPrice === 'class' ? 'class' : 'flat'}
      />
      <div className={isFlat ? '' : 'hidden'}>
        <TextField
          label="The fee"
          name="enrolmentPrice"
          inputMode="decimal"
          autoComplete="off"
          hint={`It is shown on every class beside the class’s own price. ${leastNote(initial.currency)}`}
          defaultValue={initial.enrolmentPrice === 'class' ? '' : initial.enrolmentPrice}
        />
      </div>
      <TextField
        label="Hours to cancel"
        name="cancelUntilHours"
        inputMode="decimal"
        autoComplete="off"
        hint="How long students can cancel for a refund; 0 for never."
      />
      <SelectField
        label="Counted from"
        name="cancelFrom"
        options={CANCEL_FROM}
        optionLabels={{ enrolling: 'enrolling', 'first-lesson': 'the first lesson' }}
      />
    </Matter>
  );
}

function ColoursAndLogo({ initial, draft, faults, onLogo, onUploading }: Props) {
  return (
    <Matter title="Colours and logo" lead="How every page looks. The drawings keep their own colours.">
      <PaletteField shown={draft.palette} initial={initial.palette} faults={faults} />
      <Wide>
        <PictureField
          label="Logo"
          url={draft.logo || null}
          alt="The logo"
          isWhole
          waiting="Wait... Image Is Uploading"
          onBusy={onUploading}
          onUploaded={onLogo}
        />
        {draft.logo && (
          <button type="button" className="btn btn-outline btn-sm mt-3" onClick={() => onLogo('')}>
            Remove the logo
          </button>
        )}
      </Wide>
    </Matter>
  );
}

function WelcomeWords({ languages }: { languages: SchoolDraft['languages'] }) {
  return (
    <Matter
      title="Welcome"
      lead="What people read first on the home page. Left empty, it shows the school’s name."
    >
      {languages.map((code, at) => {
        const place = welcomeField(code, at);
        return languages.length === 1 ? (
          <WelcomeFields key={code} place={place} />
        ) : (
          <fieldset key={code} lang={code} className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
            <legend className="mb-3 font-semibold">{nameOf(code)}</legend>
            <WelcomeFields place={place} />
          </fieldset>
        );
      })}
    </Matter>
  );
}

function WelcomeFields({ place }: { place: string }) {
  return (
    <>
      <Wide>
        <TextField label="Title" name={`${place}.title`} autoComplete="off" />
      </Wide>
      <Wide>
        <TextAreaField label="Words below it" name={`${place}.words`} rows={4} />
      </Wide>
      {Array.from({ length: WELCOME_LINES }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each is its place
        <Wide key={at}>
          <TextField label={`Line ${at + 1}`} name={`${place}.lines.${at}`} autoComplete="off" />
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
        {problem || (isChanged ? 'Not saved yet: only you can see it.' : 'Everything above is saved.')}
      </p>
      <ActionButton
        type="submit"
        className="btn btn-primary max-sm:grow"
        isBusy={isBusy}
        isUnavailable={isUploading || !isChanged}
      >
        Save
      </ActionButton>
    </div>
  );
}
