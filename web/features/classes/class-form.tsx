import { type FormEvent, useRef, useState } from 'react';
import {
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASSNAME_MAX,
  type ClassGroup,
  type ClassLevel,
  DESCRIPTION_MAX,
  DUETEXT_MAX,
  PRICE_UNITS,
  type PriceUnit,
  SEATS_MAX,
} from '#contract/classes/calls.ts';
import { ClassDraft, TaughtClassDraft } from '#contract/classes/form.ts';
import type { Faults } from '#contract/fields.form.ts';
import { perUnit } from '#contract/messages/price-words.ts';
import type { UserPage } from '#contract/users/calls.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { useLeastNote } from '#web/lib/formats/least-note.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { useConfig } from '#web/lib/page/config.ts';
import type { FilledClass } from './changes.ts';
import { InstructorField } from './instructor-field.tsx';

/** Who teaches a class, or those from whom an admin chooses. */
type Instructor = { name: string; email: string } | UserPage;
const isChoice = (instructor: Instructor): instructor is UserPage => 'items' in instructor;

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
};

/**
 * The form of a class, new or known. `onSave` gets what was filled in once it is complete, and the `value` of the button that was
 * pressed; what the server refuses is shown beside the fields that it names. Nothing that was typed is ever lost.
 */
export function ClassForm({
  initial,
  instructor,
  isEdited = false,
  actions,
  note,
  onSave,
}: {
  initial: ClassDraft;
  /** Whether what it starts with was typed already and is saved nowhere. */
  isEdited?: boolean;
  instructor: Instructor;
  /** The buttons, what most people want first; `value` tells them apart. */
  actions: readonly { label: string; value: string }[];
  /** Says what the buttons do, where their words alone do not. */
  note?: string;
  onSave: (filled: FilledClass, value: string) => Promise<Outcome>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [image, setImage] = useState(initial.image);
  const [isUploading, setIsUploading] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const { faults, check, show, clear } = useFaults(
    isChoice(instructor) ? TaughtClassDraft : ClassDraft,
    form,
  );
  const isBusy = busy !== null || isUploading;

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const value = (submitter as HTMLButtonElement | null)?.value ?? '';
    const draft = draftOf(new FormData(event.currentTarget), image);
    if (!check(draft)) return;
    setBusy(value);
    const outcome = await onSave(draft, value);
    setBusy(null);
    if (outcome.isDone) return;
    const named = outcome.refusal?.errors ?? [];
    show({
      ...Object.fromEntries(named.map(({ field, detail }) => [field, detail])),
      ...(outcome.refusal?.code === 'not-an-instructor' && { instructoremail: outcome.problem }),
    });
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={save}
      onChange={(event) => clear((event.target as EventTarget as HTMLInputElement).name)}
      className="panel grid gap-5 p-5 sm:grid-cols-2 sm:p-8"
    >
      <div className="sm:col-span-2">
        <TextField
          label="Class Name"
          name="classname"
          maxLength={CLASSNAME_MAX}
          defaultValue={initial.classname}
          error={faults.classname}
        />
      </div>
      <div className="sm:col-span-2">
        <PictureField
          label="Image"
          url={image}
          alt="Preview of the class"
          waiting="Wait... Image Is Uploading"
          error={faults.image}
          onBusy={setIsUploading}
          onUploaded={(url) => {
            setImage(url);
            clear('image');
          }}
        />
      </div>
      <Fields initial={initial} instructor={instructor} faults={faults} />
      <LeaveGuard form={form} isChanged={isEdited || isUploading || image !== initial.image} />
      <div className="sm:col-span-2">
        {note && <p className="mb-3 text-quiet text-sm">{note}</p>}
        <div className="flex flex-wrap gap-3">
          {actions.map(({ label, value }, at) => (
            <ActionButton
              key={value}
              type="submit"
              value={value}
              className={`btn ${at === 0 ? 'btn-primary' : 'btn-outline'}`}
              isBusy={busy === value}
              isUnavailable={isBusy}
            >
              {label}
            </ActionButton>
          ))}
        </div>
      </div>
    </form>
  );
}

const UNIT_LABELS = {
  '': 'Not said',
  ...Object.fromEntries(PRICE_UNITS.map((unit) => [unit, perUnit(unit).trim()])),
};

/** What is typed and chosen of a class; its name and its picture come before. */
function Fields({
  initial,
  instructor,
  faults,
}: {
  initial: ClassDraft;
  instructor: Instructor;
  faults: Faults;
}) {
  const { currency, enrolmentPrice } = useConfig().school;
  const leastNote = useLeastNote();
  return (
    <>
      {isChoice(instructor) ? (
        <div className="space-y-5 sm:col-span-2">
          <InstructorField label="Instructor" first={instructor} error={faults.instructoremail} />
        </div>
      ) : (
        <>
          <TextField label="Instructor Name" value={instructor.name} readOnly className="bg-mist/60" />
          <TextField label="Instructor Email" value={instructor.email} readOnly className="bg-mist/60" />
        </>
      )}
      <TextField
        label={`Price (${currency.toUpperCase()})`}
        name="price"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={initial.price}
        hint={enrolmentPrice === 'class' ? leastNote(currency) : undefined}
        error={faults.price}
      />
      <TextField
        label="Available Seat"
        name="availableseat"
        type="number"
        min={0}
        max={SEATS_MAX}
        step={1}
        defaultValue={initial.availableseat}
        error={faults.availableseat}
      />
      {enrolmentPrice !== 'class' && (
        <>
          <SelectField
            label="The price is"
            name="priceunit"
            options={['', ...PRICE_UNITS]}
            optionLabels={UNIT_LABELS}
            defaultValue={initial.priceunit ?? ''}
            hint="What the price is for. Families pay only the enrolment fee here."
          />
          <TextField
            label="When and how it is due (optional)"
            name="duetext"
            maxLength={DUETEXT_MAX}
            autoComplete="off"
            defaultValue={initial.duetext ?? ''}
            hint="Such as “due to the school on the 1st of each month”. It is shown behind the price."
            error={faults.duetext}
          />
        </>
      )}
      <SelectField label="Level" name="level" options={CLASS_LEVELS} defaultValue={initial.level} />
      <SelectField label="Group" name="group" options={CLASS_GROUPS} defaultValue={initial.group} />
      <TextField
        label="Youngest age (optional)"
        name="agefrom"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={initial.agefrom ?? ''}
        hint="Anyone younger cannot enrol."
        error={faults.agefrom}
      />
      <TextField
        label="Oldest age (optional)"
        name="ageto"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={initial.ageto ?? ''}
        hint="Anyone older cannot enrol."
        error={faults.ageto}
      />
      <div className="sm:col-span-2">
        <TextAreaField
          label="Description"
          name="description"
          rows={5}
          maxLength={DESCRIPTION_MAX}
          defaultValue={initial.description}
          hint="What students learn, what they should bring, who it is for."
          error={faults.description}
        />
      </div>
    </>
  );
}

function draftOf(form: FormData, image: string): FilledClass {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    classname: text('classname'),
    image,
    price: text('price'),
    // Not asked where each class has its own price, which is paid at once.
    ...(form.has('priceunit') && {
      priceunit: text('priceunit') as PriceUnit | '',
      duetext: text('duetext'),
    }),
    availableseat: text('availableseat'),
    level: text('level') as ClassLevel,
    group: text('group') as ClassGroup,
    description: text('description'),
    agefrom: text('agefrom'),
    ageto: text('ageto'),
    ...(form.has('instructoremail') && { instructoremail: text('instructoremail') }),
  };
}
