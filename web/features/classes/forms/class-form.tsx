import { useState } from 'react';
import { BILLINGS, PRICE_UNITS } from '#contract/classes/calls.ts';
import { ClassDraft, OfficeClassDraft, TaughtClassDraft } from '#contract/classes/form.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { unitWords } from '#contract/messages/price-words.ts';
import { valuesOf } from '#contract/school/lists.ts';
import { typedNumber } from '#contract/typed.form.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { SelectField, TextAreaField, TextField } from '#web/components/form/field.tsx';
import { Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import type { FilledClass } from '#web/features/classes/changes.ts';
import type { Outcome } from '#web/lib/api/change.ts';
import { useLeastNote } from '#web/lib/formats/least-note.ts';
import { readFields } from '#web/lib/forms/control-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { InstructorField } from './instructor-field.tsx';
import type { InstructorPage } from './instructor-search.ts';

/** Who teaches a class, or those from whom an admin chooses. */
type Instructor = { name: string; email: string } | InstructorPage;
const isChoice = (instructor: Instructor): instructor is InstructorPage => 'items' in instructor;

/** What a form for a new class starts with. */
export const EMPTY_DRAFT: ClassDraft = {
  classname: '',
  image: '',
  price: '',
  priceunit: '',
  duetext: '',
  availableseat: '',
  level: 'Beginner',
  group: 'Adults',
  description: '',
  agefrom: '',
  ageto: '',
  instrumentids: [],
};

/** What stands in the fields, which are texts. */
const textsOf = (draft: OfficeClassDraft) => ({
  ...Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, String(value ?? '')])),
  price: typedNumber(draft.price),
  ...(draft.trialprice !== undefined && { trialprice: typedNumber(draft.trialprice ?? '') }),
});

/**
 * The form of a class, new or known. `onSave` gets what was filled in once it is complete, and the `value` of
 * the button that was pressed; what the server refuses is shown beside the fields that it names. Nothing that
 * was typed is ever lost.
 */
export function ClassForm({
  initial,
  instructor,
  instruments,
  isEdited = false,
  isOffice = false,
  actions,
  note,
  onSave,
}: {
  initial: OfficeClassDraft;
  /** Whether what it starts with was typed already and is saved nowhere. */
  isEdited?: boolean;
  instructor: Instructor;
  /** Whether it asks what the office alone says of a class. */
  isOffice?: boolean;
  /** Those that the school teaches. */
  instruments: readonly Instrument[];
  /** The buttons, what most people want first; `value` tells them apart. */
  actions: readonly { label: string; value: string }[];
  /** Says what the buttons do, where their words alone do not. */
  note?: string;
  onSave: (filled: FilledClass, value: string) => Promise<Outcome>;
}) {
  const [image, setImage] = useState(initial.image);
  const [isUploading, setIsUploading] = useState(false);
  const lang = useOwnLanguage();
  const schema = isOffice ? OfficeClassDraft : isChoice(instructor) ? TaughtClassDraft : ClassDraft;
  const form = useForm(schema, {
    draftOf: () => textsOf(initial),
    toInput: (_, typed) =>
      ({
        ...readFields(schema, typed),
        image,
        instrumentids: typed.getAll('instrumentids').map(String),
      }) as FilledClass,
    send: (filled, _, pressed) => onSave(filled, pressed),
    fieldsOf: { 'not-an-instructor': 'instructoremail' },
  });
  return (
    <Form of={form} className="panel grid gap-5 p-5 sm:grid-cols-2 sm:p-8">
      <div className="sm:col-span-2">
        <TextField label={t('classes.class_name')} name="classname" lang={lang} />
      </div>
      <div className="sm:col-span-2">
        <PictureField
          label={t('classes.image')}
          url={image}
          alt={t('classes.preview_of_class')}
          waiting={t('common.image_is_uploading')}
          error={form.faults.image}
          onBusy={setIsUploading}
          onUploaded={(url) => {
            setImage(url);
            form.clear('image');
          }}
        />
      </div>
      {instruments.length > 0 && (
        <div className="sm:col-span-2">
          <CheckboxGroup
            legend={t('instruments.of_class')}
            name="instrumentids"
            choices={instruments.map(({ _id, name }) => ({ value: _id, label: name }))}
            chosen={initial.instrumentids}
            hint={t('instruments.of_class_hint')}
            list="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-4"
          />
        </div>
      )}
      <ClassFields instructor={instructor} />
      {isOffice && <OfficeFields />}
      <LeaveGuard form={form.ref} isChanged={isEdited || isUploading || image !== initial.image} />
      <div className="sm:col-span-2">
        {note && <p className="mb-3 text-quiet text-sm">{note}</p>}
        <div className="flex flex-wrap gap-3">
          {actions.map(({ label, value }, at) => (
            <ActionButton
              key={value}
              type="submit"
              value={value}
              className={`btn ${at === 0 ? 'btn-primary' : 'btn-outline'}`}
              isBusy={form.busy === value}
              isUnavailable={form.isBusy || isUploading}
            >
              {label}
            </ActionButton>
          ))}
        </div>
      </div>
    </Form>
  );
}

const billingLabels = () => ({
  once: t('classes.billing_once'),
  term: t('classes.billing_term'),
  month: t('classes.billing_month'),
});

/** How the class is billed, where its lessons are caught up, and what may be tried. */
function OfficeFields() {
  const { school } = useConfig();
  const { currency } = school;
  const isPriced = school.enrolmentPrice === 'class';
  return (
    <>
      {/* With one fee for all, the class's own price is paid past these pages. */}
      {isPriced ? (
        <div className="sm:col-span-2">
          <SelectField
            label={t('classes.billing')}
            name="billing"
            options={BILLINGS}
            optionLabels={billingLabels()}
            hint={t('classes.billing_hint')}
          />
        </div>
      ) : (
        <p className="text-quiet text-sm sm:col-span-2">{t('classes.billing_needs_class_price')}</p>
      )}
      <TextField
        label={t('classes.series')}
        name="series"
        autoComplete="off"
        hint={t('classes.series_hint')}
      />
      <TextField
        label={t('classes.guest_places')}
        name="guestplaces"
        inputMode="numeric"
        autoComplete="off"
        hint={t('classes.guest_places_hint')}
      />
      <SumField
        label={t('classes.trial_price', { currency: currency.toUpperCase() })}
        name="trialprice"
        currency={currency}
        hint={t('classes.trial_price_hint')}
      />
      <TextField
        label={t('reservations.runs_from')}
        name="runsfrom"
        inputMode="numeric"
        autoComplete="off"
        hint={t('reservations.runs_from_hint')}
      />
      <TextField
        label={t('reservations.decide_by')}
        name="decideby"
        type="date"
        hint={t('reservations.decide_by_hint')}
      />
    </>
  );
}

const unitLabels = () => ({
  '': t('classes.unit_not_said'),
  ...Object.fromEntries(PRICE_UNITS.map((unit) => [unit, unitWords(unit)])),
});
const labelsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  Object.fromEntries(values.map((value) => [value, label(value)]));

/** What is typed and chosen of a class; its name and its picture come before. */
function ClassFields({ instructor }: { instructor: Instructor }) {
  const { school } = useConfig();
  const { currency, enrolmentPrice } = school;
  const [levels, groups] = [valuesOf(school, 'levels'), valuesOf(school, 'groups')];
  const leastNote = useLeastNote();
  const lang = useOwnLanguage();
  return (
    <>
      {isChoice(instructor) ? (
        <div className="space-y-5 sm:col-span-2">
          <InstructorField label={t('classes.instructor')} first={instructor} />
        </div>
      ) : (
        <>
          <TextField
            label={t('classes.instructor_name')}
            value={instructor.name}
            readOnly
            className="bg-mist/60"
          />
          <TextField
            label={t('classes.instructor_email')}
            value={instructor.email}
            readOnly
            className="bg-mist/60"
          />
        </>
      )}
      <SumField
        label={t('classes.price', { currency: currency.toUpperCase() })}
        name="price"
        currency={currency}
        hint={enrolmentPrice === 'class' ? leastNote(currency) : undefined}
      />
      <TextField label={t('classes.available_seat')} name="availableseat" type="number" step={1} />
      {/* Not asked where each class has its own price, which is paid at once. */}
      {enrolmentPrice !== 'class' && (
        <>
          <SelectField
            label={t('classes.price_is')}
            name="priceunit"
            options={['', ...PRICE_UNITS]}
            optionLabels={unitLabels()}
            hint={t('classes.price_unit_hint')}
          />
          <TextField
            label={t('classes.when_how_due_optional')}
            name="duetext"
            lang={lang}
            autoComplete="off"
            hint={t('classes.due_hint')}
          />
        </>
      )}
      <SelectField
        label={t('classes.level')}
        name="level"
        options={levels}
        optionLabels={labelsOf(levels, (level) => levelLabel(school, level))}
      />
      <SelectField
        label={t('classes.group')}
        name="group"
        options={groups}
        optionLabels={labelsOf(groups, (group) => groupLabel(school, group))}
      />
      <TextField
        label={t('classes.youngest_age_optional')}
        name="agefrom"
        autoComplete="off"
        hint={t('classes.anyone_younger_cannot_enrol')}
      />
      <TextField
        label={t('classes.oldest_age_optional')}
        name="ageto"
        autoComplete="off"
        hint={t('classes.anyone_older_cannot_enrol')}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label={t('common.description')}
          name="description"
          lang={lang}
          rows={5}
          hint={t('classes.description_hint')}
        />
      </div>
    </>
  );
}
