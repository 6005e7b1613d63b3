import { Link } from 'react-router';
import { INSTRUMENT_MAX, INSTRUMENTS_MAX, type InstructorProfile } from '#contract/instructors/calls.ts';
import { instrumentsFrom, ProfileDraft } from '#contract/instructors/form.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { profileChanges } from './changes.ts';

type FormFields = { words: HTMLTextAreaElement; instruments: HTMLInputElement };

const isAlike = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();

/** The form of what an instructor writes of themself for everyone to read. */
export function ProfilePanel({
  instructor,
  listed,
}: {
  instructor: InstructorProfile;
  /** What the school's instruments are called, which are chosen; others are typed. */
  listed: readonly string[];
}) {
  const { _id: id, words, instruments, version } = instructor;
  const isListed = (name: string) => listed.some(isAlike(name));
  const others = instruments.filter((name) => !isListed(name));
  const save = useSave(profileChanges);
  const lang = useOwnLanguage();
  const form = useForm(ProfileDraft, {
    toInput: ({ words = '', instruments: typed = '' }, chosen) => ({
      words,
      instruments: instrumentsFrom([...chosen.getAll('listed'), typed].join(',')),
    }),
    send(draft) {
      // As it will be kept, so that nothing seems unsaved afterwards.
      const fields = form.ref.current?.elements as unknown as FormFields;
      fields.words.value = draft.words;
      fields.instruments.value = draft.instruments.filter((name) => !isListed(name)).join(', ');
      return save('writeProfile', { id, ...draft, version });
    },
  });
  return (
    <Form of={form}>
      {listed.length > 0 && (
        <CheckboxGroup
          legend={t('instructors.instruments')}
          name="listed"
          choices={listed.map((name) => ({ value: name, label: name }))}
          chosen={listed.filter((name) => instruments.some(isAlike(name)))}
          hint={t('instructors.listed_hint')}
          list="grid gap-2.5 sm:grid-cols-2"
        />
      )}
      <TextField
        label={t(listed.length > 0 ? 'instructors.other_instruments' : 'instructors.instruments')}
        name="instruments"
        lang={lang}
        maxLength={INSTRUMENTS_MAX * (INSTRUMENT_MAX + 2)}
        defaultValue={others.join(', ')}
        hint={t('instructors.instruments_hint', { max: INSTRUMENTS_MAX })}
      />
      <TextAreaField
        label={t('instructors.about_you')}
        name="words"
        lang={lang}
        rows={8}
        defaultValue={words}
        hint={t('instructors.about_you_hint')}
      />
      <LeaveGuard form={form.ref} />
      {form.problem && (
        <p
          role="alert"
          className="wrap-anywhere rounded-field bg-error/10 px-4 py-3 font-medium text-error text-sm"
        >
          {form.problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ActionButton type="submit" className="btn btn-primary" isBusy={form.isBusy}>
          {t('common.save')}
        </ActionButton>
        <Link to={`/instructors/${id}`} className="link text-plum">
          {t('instructors.see_your_page')}
        </Link>
      </div>
    </Form>
  );
}
