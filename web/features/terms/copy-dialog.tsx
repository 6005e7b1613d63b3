import { useState } from 'react';
import type { CopiedTerm, LeftOut, Term } from '#contract/terms/calls.ts';
import { TermCopyDraft } from '#contract/terms/form.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { termChanges, tryCopyTerm } from './changes.ts';

type Props = {
  term: Term;
  /** The one after it, where there is one already. */
  next: Term | undefined;
  onClose: () => void;
};

const FIELDS = {
  name: { label: 'Name of the next term' },
  firstday: { label: 'First day', isHalf: true },
  lastday: { label: 'Last day', isHalf: true },
  offeruntil: {
    label: 'Reserved for current families until (inclusive)',
    hint: 'From the next day on, everyone can enrol.',
  },
};

/** Copies the classes of a term into the next: first it says what comes of it, then it is done. */
export function CopyDialog({ term, next, onClose }: Props) {
  const save = useSave(termChanges);
  const [outcome, setOutcome] = useState<CopiedTerm>();
  const form = useForm(TermCopyDraft, {
    fields: FIELDS,
    item: next,
    send: (draft) => (outcome ? save('copyTerm', { id: term._id, ...draft }) : tryCopyTerm(term._id, draft)),
    onSaved: ({ answer }) => (outcome ? onClose() : setOutcome(answer as CopiedTerm)),
    onEdit() {
      setOutcome(undefined);
      form.forget();
    },
  });
  return (
    <FormDialog
      title={`Copy ${term.name}`}
      action={outcome ? 'Copy' : 'See what is copied'}
      lead={
        <p className="text-quiet">
          Copies its classes and their times into the next term, with every place free. Families who have a
          place now can take the new one first, and get an email about it.
        </p>
      }
      of={form}
      onClose={onClose}
    >
      {outcome && <Outcome {...outcome} />}
    </FormDialog>
  );
}

const WHY: Record<LeftOut, string> = {
  clash: 'clashes with another lesson',
  'room-too-small': 'its room has too few places',
  'no-room': 'its room is no longer in use',
  'no-teacher': 'it has no teacher',
  'no-lessons': 'it has no lesson on these days',
};

function Outcome({ classes, lessons, leftoutclasses, leftout }: CopiedTerm) {
  const { shortDay } = useFormats();
  return (
    <section aria-label="What is copied" aria-live="polite" className="rounded-field bg-honey p-4">
      <p className="font-medium">
        {classes === 0
          ? 'No class is copied.'
          : `${classes === 1 ? '1 class is' : `${classes} classes are`} copied, with ${lessons === 1 ? '1 lesson' : `${lessons} lessons`}.`}
      </p>
      {leftoutclasses > 0 && (
        <>
          <p className="mt-4 font-medium">
            {leftoutclasses === 1 ? '1 class is left out:' : `${leftoutclasses} classes are left out:`}
          </p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {leftout.map(({ classid, classname, reason, clashes: [clash] }) => (
              <li key={classid}>
                {classname}: {clash ? `${clash.with} is on ${shortDay(clash.day)}` : WHY[reason]}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm">Put that right and copy again: only what is missing is added.</p>
        </>
      )}
    </section>
  );
}
