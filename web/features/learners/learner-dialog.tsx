import { type FormEvent, useRef } from 'react';
import { LEARNER_NAME_MAX, type Learner, NOTE_MAX } from '#contract/learners/calls.ts';
import { LearnerDraft, SelfDraft } from '#contract/learners/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { familyChanges } from './changes.ts';
import { calledName } from './learner-words.ts';

/** Adds a child, or changes what is said of the one that is given. The name of an account itself is in its profile. */
export function LearnerDialog({
  learner,
  lastname = '',
  onClose,
}: {
  learner?: Learner;
  /** What a new child is probably called. */
  lastname?: string;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(learner?.self ? SelfDraft : LearnerDraft, form);
  const adding = useChange(familyChanges, 'addLearner');
  const changing = useChange(familyChanges, 'updateLearner');
  const { timezone = 'UTC' } = useConfig().school;
  const formats = useFormats();
  const { seen, shown, before, now, takeUp } = useSeen(learner, (one) => draftOf(one, lastname));
  const problem = adding.problem || changing.problem;

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '').trim();
    const names = { firstname: read('firstname'), lastname: read('lastname') };
    const facts = { born: read('born') || null, note: read('note') || null };
    const draft = { ...names, ...facts };
    if (!check(draft)) return;
    const outcome = await (seen
      ? changing.run({ id: seen._id, ...(seen.self ? facts : draft), was: seenOf(seen) })
      : adding.run(draft));
    if (outcome.isDone) onClose();
    else if (outcome.refusal?.code === 'changed-meanwhile') {
      changing.forget();
      takeUp({ ...(seen?.self ? draftOf(seen) : names), born: read('born'), note: read('note') });
    }
  }

  return (
    <Dialog title={titleOf(learner)} onClose={onClose}>
      <form
        key={JSON.stringify(shown)}
        ref={form}
        method="post"
        noValidate
        className="space-y-5"
        onSubmit={save}
      >
        {before && (
          <ChangedFields
            what={`What is said of ${learner?.self ? 'you' : now.firstname}`}
            before={before}
            now={now}
            labels={LABELS}
            say={(name, value) => (name === 'born' && value ? formats.day(value) : value)}
          />
        )}
        {!learner?.self && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="First name"
              name="firstname"
              maxLength={LEARNER_NAME_MAX}
              autoComplete="off"
              defaultValue={shown.firstname}
              error={faults.firstname}
              onChange={() => clear('firstname')}
            />
            <TextField
              label="Last name"
              name="lastname"
              maxLength={LEARNER_NAME_MAX}
              autoComplete="off"
              defaultValue={shown.lastname}
              error={faults.lastname}
              onChange={() => clear('lastname')}
            />
          </div>
        )}
        <TextField
          label="Date of birth (optional)"
          name="born"
          type="date"
          max={dayAt(Date.now(), timezone)}
          hint="Some classes are for certain ages only. Teachers see an age group, never the date."
          defaultValue={shown.born}
          error={faults.born}
          onChange={() => clear('born')}
        />
        <TextAreaField
          label="What teachers need to know (optional)"
          name="note"
          rows={3}
          maxLength={NOTE_MAX}
          hint={NOTE_HINT[learner?.self ? 'self' : 'child']}
          defaultValue={shown.note}
          error={faults.note}
          onChange={() => clear('note')}
        />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={adding.isBusy || changing.isBusy}>
            {learner ? 'Save' : 'Add'}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}

const LABELS = {
  firstname: 'First name',
  lastname: 'Last name',
  born: 'Date of birth',
  note: 'What teachers need to know',
};

const draftOf = (learner: Learner | undefined, lastname = '') => ({
  firstname: learner?.firstname ?? '',
  lastname: learner ? (learner.lastname ?? '') : lastname,
  born: learner?.born ?? '',
  note: learner?.note ?? '',
});

const seenOf = ({ firstname, lastname, born, note }: Learner) => ({ firstname, lastname, born, note });

const NOTE_HINT = {
  child: 'Such as allergies, or who collects the child. The teachers of their classes read it.',
  self: 'Such as an allergy. The teachers of your classes read it.',
};

function titleOf(learner: Learner | undefined): string {
  if (!learner) return 'Add a child';
  return learner.self ? 'About you' : `Change ${calledName(learner)}`;
}
