import { type FormEvent, useRef } from 'react';
import { TermDraft } from '#contract/terms.form.ts';
import { TERM_NAME_MAX, type Term } from '#contract/terms.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { DialogFoot } from '#web/components/dialog-foot.tsx';
import { TextField } from '#web/components/field.tsx';
import { useChange } from '#web/lib/change.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { termChanges } from './changes.ts';

/** Adds a term, or changes the one that is given. */
export function TermDialog({ term, onClose }: { term?: Term; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(TermDraft, form);
  const adding = useChange(termChanges, 'addTerm');
  const changing = useChange(termChanges, 'updateTerm');

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    const draft = { name: read('name'), firstday: read('firstday'), lastday: read('lastday') };
    if (!check(draft)) return;
    const { isDone } = await (term ? changing.run({ id: term._id, ...draft }) : adding.run(draft));
    if (isDone) onClose();
  }

  const field = (name: 'name' | 'firstday' | 'lastday') => ({
    name,
    defaultValue: term?.[name] ?? '',
    error: faults[name],
    onChange: () => clear(name),
  });
  return (
    <Dialog title={term ? `Change ${term.name}` : 'Add a term'} onClose={onClose}>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={save}>
        <TextField
          label="Name"
          hint="Such as Spring term 2027."
          maxLength={TERM_NAME_MAX}
          autoComplete="off"
          {...field('name')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First day" type="date" {...field('firstday')} />
          <TextField label="Last day" type="date" {...field('lastday')} />
        </div>
        <DialogFoot
          action={term ? 'Save' : 'Add the term'}
          problem={adding.problem || changing.problem}
          isBusy={adding.isBusy || changing.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
