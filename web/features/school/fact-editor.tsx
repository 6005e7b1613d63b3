import { type FormEvent, useEffect, useRef } from 'react';
import { type Fact, type FactKind, SHORT_MAX, WORDS_MAX } from '#contract/school/calls.ts';
import { FactDraft } from '#contract/school/form.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { schoolChanges } from './changes.ts';
import { emptyFact, factDraftOf, type TypedFact, typedOf } from './fact-draft.ts';

type Text = { name: 'title' | 'byline' | 'words' | 'day'; label: string; hint?: string };

/** What is typed of each kind, in the order in which it is read on the page. */
const TEXTS: Record<FactKind, readonly Text[]> = {
  event: [
    { name: 'byline', label: 'Small line above the title' },
    { name: 'title', label: 'Title' },
    { name: 'day', label: 'Day', hint: 'Left empty, the event stays until you delete it.' },
    {
      name: 'words',
      label: 'Words',
      hint: 'The first line is the text. Each further line stands below it on its own: when (the hour, where a day is filled in), where, and what it costs.',
    },
  ],
  voice: [
    { name: 'words', label: 'What was said' },
    { name: 'byline', label: 'Name', hint: 'As the person agreed to be named.' },
    { name: 'title', label: 'Who they are', hint: 'Such as: mother of a piano student.' },
  ],
  number: [
    { name: 'words', label: 'Number' },
    { name: 'title', label: 'What is counted', hint: 'Such as: Awards.' },
  ],
};

const labelsOf = (kind: FactKind) =>
  Object.fromEntries(TEXTS[kind].map(({ name, label }) => [name, label])) as Record<keyof TypedFact, string>;

/** Adds a fact, or changes the one that is given. What is typed is told by `onType`; the page beside it follows. */
export function FactEditor({
  fact,
  typed,
  onType,
  onClose,
}: {
  fact?: Fact;
  typed: TypedFact;
  onType: (typed: TypedFact) => void;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear } = useFaults(FactDraft, form);
  const add = useChange(schoolChanges, 'addFact');
  const update = useChange(schoolChanges, 'updateFact');
  const isBusy = add.isBusy || update.isBusy;
  const formats = useFormats();
  const { seen, shown, before, now, takeUp } = useSeen(fact, (item) =>
    item ? typedOf(item) : emptyFact(typed.kind),
  );
  const takenUp = useRef(before);
  useEffect(() => {
    if (takenUp.current === before) return;
    takenUp.current = before;
    onType(shown);
  }, [before, shown, onType]);
  // The button that opened it is gone.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const draft = factDraftOf(typed);
    if (!check(draft)) return;
    const outcome = await (seen
      ? update.run({ id: seen._id, ...draft, was: typedOf(seen) })
      : add.run(draft));
    if (outcome.isDone) return onClose();
    if (outcome.refusal?.code === 'changed-meanwhile') {
      update.forget();
      takeUp(typed);
    }
    show(Object.fromEntries((outcome.refusal?.errors ?? []).map(({ field, detail }) => [field, detail])));
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={save}
      className="space-y-4 rounded-field bg-mist/40 p-4 sm:p-5"
    >
      {before && (
        <ChangedFields
          what={`This ${typed.kind}`}
          before={before}
          now={now}
          labels={labelsOf(typed.kind)}
          say={(name, value) => (name === 'day' && value ? formats.weekday(value) : value)}
        />
      )}
      {TEXTS[typed.kind].map(({ name, label, hint }) => {
        const field = {
          label,
          hint,
          name,
          value: typed[name],
          error: faults[name],
          onChange: ({ target }: { target: { value: string } }) => {
            clear(name);
            onType({ ...typed, [name]: target.value });
          },
        };
        return name === 'words' && typed.kind !== 'number' ? (
          <TextAreaField key={name} {...field} rows={5} maxLength={WORDS_MAX} />
        ) : (
          <TextField
            key={name}
            {...field}
            {...(name === 'day' ? { type: 'date' } : { maxLength: SHORT_MAX, autoComplete: 'off' })}
            {...(name === 'words' && { inputMode: 'numeric' as const, maxLength: 7 })}
          />
        );
      })}
      <p
        role="alert"
        className={add.problem || update.problem ? 'font-medium text-error text-sm' : 'sr-only'}
      >
        {add.problem || update.problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <ActionButton type="submit" className="btn btn-primary btn-sm" isBusy={isBusy}>
          Save
        </ActionButton>
        <button type="button" className="btn btn-outline btn-sm" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
