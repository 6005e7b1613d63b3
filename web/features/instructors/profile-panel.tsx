import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router';
import {
  INSTRUMENT_MAX,
  INSTRUMENTS_MAX,
  type InstructorProfile,
  WORDS_MAX,
} from '#contract/instructors/calls.ts';
import { instrumentsFrom, ProfileDraft } from '#contract/instructors/form.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { profileChanges } from './changes.ts';

type Fields = { words: HTMLTextAreaElement; instruments: HTMLInputElement };

/** The form of an instructor's public profile. */
export function ProfilePanel({ instructor }: { instructor: InstructorProfile }) {
  const { _id, words, instruments, version } = instructor;
  const { isBusy, problem, run } = useChange(profileChanges, 'writeProfile');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(ProfileDraft, form);
  const instrumentsFault = Object.entries(faults).find(([field]) => field.startsWith('instruments'));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { words, instruments } = event.currentTarget.elements as typeof event.currentTarget.elements &
      Fields;
    const draft = { words: words.value.trim(), instruments: instrumentsFrom(instruments.value) };
    if (!check(draft)) return;
    // As it will be kept, so that nothing seems unsaved afterwards.
    words.value = draft.words;
    instruments.value = draft.instruments.join(', ');
    void run({ id: _id, ...draft, version });
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
      <TextField
        label="Instruments"
        name="instruments"
        maxLength={INSTRUMENTS_MAX * (INSTRUMENT_MAX + 2)}
        defaultValue={instruments.join(', ')}
        hint={`With commas between them, such as Violin, Viola. At most ${INSTRUMENTS_MAX}.`}
        error={instrumentsFault?.[1]}
        onChange={() => instrumentsFault && clear(instrumentsFault[0])}
      />
      <TextAreaField
        label="About you"
        name="words"
        rows={8}
        maxLength={WORDS_MAX}
        defaultValue={words}
        hint="How you teach, where you play, what a first lesson is like. An empty line begins a new paragraph."
        error={faults.words}
        onChange={() => clear('words')}
      />
      <LeaveGuard form={form} />
      {problem && (
        <p
          role="alert"
          className="wrap-anywhere rounded-field bg-error/10 px-4 py-3 font-medium text-error text-sm"
        >
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
          Save
        </ActionButton>
        <Link to={`/instructors/${_id}`} className="link text-plum">
          See your page
        </Link>
      </div>
    </form>
  );
}
