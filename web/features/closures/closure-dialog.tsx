import { type FormEvent, useRef, useState } from 'react';
import { CLOSURE_NAME_MAX, type Closure, type ClosureOutcome } from '#contract/closures/calls.ts';
import { ClosureDraft } from '#contract/closures/form.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { Outcome } from './outcome.tsx';

/** What may be closed besides the school. */
export type Closable = {
  rooms: readonly { _id: string; name: string }[];
  teachers: readonly { _id: string; name: string }[];
};

const LABELS = { name: 'Name', firstday: 'First day', lastday: 'Last day', closed: 'What is closed' };

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
  const { seen, shown, before, now, takeUp } = useSeen(closure, typedOf);
  const { day } = useFormats();
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
    const typed = readForm(new FormData(event.currentTarget));
    const draft = draftOf(typed);
    if (!check(draft)) return;
    if (outcome) {
      const saved = await (seen
        ? changing.run({ id: seen._id, version: seen.version, ...draft })
        : adding.run(draft));
      if (saved.isDone) onClose();
      else if (saved.refusal?.code === 'changed-meanwhile') {
        changing.forget();
        setOutcome(undefined);
        takeUp(typed);
      }
      return;
    }
    setIsTrying(true);
    const tried = await (seen ? closureTrials.update(seen._id, draft) : closureTrials.add(draft));
    setIsTrying(false);
    if (tried.isDone) setOutcome(tried.answer);
    else setProblem(tried.problem);
  }

  const field = (name: 'name' | 'firstday' | 'lastday') => ({
    name,
    defaultValue: shown[name],
    error: faults[name],
    onChange: () => edited(name),
  });
  const closables = [
    { value: '', label: SCHOOL },
    ...rooms.map(({ _id, name }) => ({ value: `roomid ${_id}`, label: name })),
    ...teachers.map(({ _id, name }) => ({ value: `teacherid ${_id}`, label: name })),
  ];
  const say = (field: string, value: string) => {
    if (field === 'closed') return closables.find((one) => one.value === value)?.label ?? '';
    return field === 'name' ? value : day(value);
  };
  return (
    <Dialog title={seen ? `Change ${seen.name}` : 'Add closing days'} onClose={onClose}>
      <form key={seen?.version} ref={form} method="post" noValidate className="space-y-5" onSubmit={send}>
        {before && (
          <ChangedFields what="These closing days" before={before} now={now} labels={LABELS} say={say} />
        )}
        <TextField
          label="Name"
          hint="Such as Autumn break. Everyone can read it, and families get it as the reason."
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
          defaultValue={shown.closed}
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

/** No mail is sent where no lesson changes. */
const doLabel = ({ cancelled, planned }: ClosureOutcome) =>
  cancelled.lessons + planned.lessons > 0 ? 'Save and email everyone affected' : 'Save';

function closedOf(
  { roomid, teacherid }: Pick<Closure, 'roomid' | 'teacherid'> = { roomid: null, teacherid: null },
) {
  if (roomid) return `roomid ${roomid}`;
  return teacherid ? `teacherid ${teacherid}` : '';
}

/** Closing days as they stand in the form. */
const typedOf = (closure?: Closure) => ({
  name: closure?.name ?? '',
  firstday: closure?.firstday ?? '',
  lastday: closure?.lastday ?? '',
  closed: closedOf(closure),
});

function readForm(form: FormData): ReturnType<typeof typedOf> {
  const read = (name: string) => String(form.get(name) ?? '');
  return {
    ...{ name: read('name'), firstday: read('firstday'), lastday: read('lastday') },
    closed: read('closed'),
  };
}

/** The fields of the form as they are sent. */
function draftOf({ closed, ...typed }: ReturnType<typeof typedOf>) {
  const [kind, id = null] = closed.split(' ');
  return {
    ...typed,
    roomid: kind === 'roomid' ? id : null,
    teacherid: kind === 'teacherid' ? id : null,
  };
}
