import { type FormEvent, useRef, useState } from 'react';
import { type CopiedTerm, type LeftOut, TERM_NAME_MAX, type Term } from '#contract/terms/calls.ts';
import { TermCopyDraft } from '#contract/terms/form.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { termChanges, tryCopyTerm } from './changes.ts';

type Props = {
  term: Term;
  /** The one after it, where there is one already. */
  next: Term | undefined;
  onClose: () => void;
};

/** Copies the classes of a term into the next: first it says what comes of it, then it is done. */
export function CopyDialog({ term, next, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear } = useFaults(TermCopyDraft, form);
  const copying = useChange(termChanges, 'copyTerm');
  const [outcome, setOutcome] = useState<CopiedTerm>();
  const [isTrying, setIsTrying] = useState(false);
  const [problem, setProblem] = useState('');

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    const draft = {
      ...{ name: read('name'), firstday: read('firstday'), lastday: read('lastday') },
      offeruntil: read('offeruntil'),
    };
    if (!check(draft)) return;
    if (outcome) {
      const { isDone } = await copying.run({ id: term._id, ...draft });
      if (isDone) onClose();
      return;
    }
    setIsTrying(true);
    const tried = await tryCopyTerm(term._id, draft);
    setIsTrying(false);
    if (tried.isDone) return setOutcome(tried.answer);
    const errors = tried.refusal?.errors ?? [];
    if (errors.length > 0) show(Object.fromEntries(errors.map(({ field, detail }) => [field, detail])));
    else setProblem(tried.problem);
  }

  const field = (name: 'name' | 'firstday' | 'lastday' | 'offeruntil') => ({
    name,
    error: faults[name],
    onChange: () => {
      clear(name);
      setOutcome(undefined);
      setProblem('');
    },
  });
  return (
    <Dialog title={`Copy ${term.name}`} onClose={onClose}>
      <p className="mb-5 text-quiet">
        Copies its classes and their times into the next term, with every place free. Families who have a
        place now can take the new one first, and get an email about it.
      </p>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={send}>
        <TextField
          label="Name of the next term"
          maxLength={TERM_NAME_MAX}
          autoComplete="off"
          defaultValue={next?.name ?? ''}
          {...field('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="First day"
            type="date"
            defaultValue={next?.firstday ?? ''}
            {...field('firstday')}
          />
          <TextField label="Last day" type="date" defaultValue={next?.lastday ?? ''} {...field('lastday')} />
        </div>
        <TextField
          label="Reserved for current families until (inclusive)"
          type="date"
          hint="From the next day on, everyone can enrol."
          {...field('offeruntil')}
        />
        {outcome && <Outcome {...outcome} />}
        <DialogFoot
          action={outcome ? 'Copy' : 'See what is copied'}
          problem={problem || copying.problem}
          isBusy={isTrying || copying.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
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
