import { type FormEvent, useRef, useState } from 'react';
import { ClosureDraft } from '#contract/closures.form.ts';
import { CLOSURE_NAME_MAX, type Closure, type ClosureOutcome } from '#contract/closures.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { DialogFoot } from '#web/components/dialog-foot.tsx';
import { SelectField, TextField } from '#web/components/field.tsx';
import { useChange } from '#web/lib/change.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { Outcome } from './outcome.tsx';

/** What may be closed besides the school. */
export type Closable = {
  rooms: readonly { _id: string; name: string }[];
  teachers: readonly { _id: string; name: string }[];
};

const SCHOOL = 'The whole school';

/** Closes days, or changes the closing days that are given: first it says what that changes, then it is done. */
export function ClosureDialog({
  closure,
  rooms,
  teachers,
  onClose,
}: Closable & { closure?: Closure; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(ClosureDraft, form);
  const adding = useChange(closureChanges, 'addClosure');
  const changing = useChange(closureChanges, 'updateClosure');
  const [outcome, setOutcome] = useState<ClosureOutcome>();
  const [isTrying, setIsTrying] = useState(false);
  const [problem, setProblem] = useState('');

  function edited(name: string) {
    clear(name);
    setOutcome(undefined);
    setProblem('');
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const draft = draftOf(new FormData(event.currentTarget));
    if (!check(draft)) return;
    if (outcome) {
      const { isDone } = await (closure ? changing.run({ id: closure._id, ...draft }) : adding.run(draft));
      if (isDone) onClose();
      return;
    }
    setIsTrying(true);
    const tried = await (closure ? closureTrials.update(closure._id, draft) : closureTrials.add(draft));
    setIsTrying(false);
    if (tried.isDone) setOutcome(tried.answer);
    else setProblem(tried.problem);
  }

  const field = (name: 'name' | 'firstday' | 'lastday') => ({
    name,
    defaultValue: closure?.[name] ?? '',
    error: faults[name],
    onChange: () => edited(name),
  });
  const closables = [
    { value: '', label: SCHOOL },
    ...rooms.map(({ _id, name }) => ({ value: `roomid ${_id}`, label: name })),
    ...teachers.map(({ _id, name }) => ({ value: `teacherid ${_id}`, label: name })),
  ];
  return (
    <Dialog title={closure ? `Change ${closure.name}` : 'Add closing days'} onClose={onClose}>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={send}>
        <TextField
          label="Name"
          hint="Such as Autumn break. Everybody can read it; it is the reason that families are told."
          maxLength={CLOSURE_NAME_MAX}
          autoComplete="off"
          {...field('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First day" type="date" {...field('firstday')} />
          <TextField label="Last day" type="date" {...field('lastday')} />
        </div>
        <SelectField
          label="What is closed"
          name="closed"
          options={closables.map(({ value }) => value)}
          optionLabels={Object.fromEntries(closables.map(({ value, label }) => [value, label]))}
          defaultValue={closedOf(closure)}
          error={faults.teacherid}
          onChange={() => edited('teacherid')}
        />
        {outcome && <Outcome {...outcome} />}
        <DialogFoot
          action={outcome ? doLabel(outcome) : 'See what it changes'}
          problem={problem || adding.problem || changing.problem}
          isBusy={isTrying || adding.isBusy || changing.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Nobody is told where no lesson changes. */
const doLabel = ({ cancelled, planned }: ClosureOutcome) =>
  cancelled.lessons + planned.lessons > 0 ? 'Save and tell everybody affected' : 'Save';

function closedOf(
  { roomid, teacherid }: Pick<Closure, 'roomid' | 'teacherid'> = { roomid: null, teacherid: null },
) {
  if (roomid) return `roomid ${roomid}`;
  return teacherid ? `teacherid ${teacherid}` : '';
}

function draftOf(typed: FormData) {
  const read = (name: string) => String(typed.get(name) ?? '');
  const [kind, id = null] = read('closed').split(' ');
  return {
    ...{ name: read('name'), firstday: read('firstday'), lastday: read('lastday') },
    roomid: kind === 'roomid' ? id : null,
    teacherid: kind === 'teacherid' ? id : null,
  };
}
