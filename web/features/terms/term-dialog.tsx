import { type FormEvent, useRef } from 'react';
import { TERM_NAME_MAX, type Term } from '#contract/terms/calls.ts';
import { TermDraft } from '#contract/terms/form.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { termChanges } from './changes.ts';

const LABELS = { name: 'Name', firstday: 'First day', lastday: 'Last day' };

const draftOf = (term?: Term) => ({
  name: term?.name ?? '',
  firstday: term?.firstday ?? '',
  lastday: term?.lastday ?? '',
});

/** Adds a term, or changes the one that is given. */
export function TermDialog({ term, onClose }: { term?: Term; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(TermDraft, form);
  const { seen, shown, before, now, takeUp } = useSeen(term, draftOf);
  const { day } = useFormats();
  const adding = useChange(termChanges, 'addTerm');
  const changing = useChange(termChanges, 'updateTerm');

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    const draft = { name: read('name'), firstday: read('firstday'), lastday: read('lastday') };
    if (!check(draft)) return;
    const outcome = await (seen
      ? changing.run({ id: seen._id, version: seen.version, ...draft })
      : adding.run(draft));
    if (outcome.isDone) onClose();
    else if (outcome.refusal?.code === 'changed-meanwhile') {
      changing.forget();
      takeUp(draft);
    }
  }

  const field = (name: 'name' | 'firstday' | 'lastday') => ({
    name,
    defaultValue: shown[name],
    error: faults[name],
    onChange: () => clear(name),
  });
  return (
    <Dialog title={seen ? `Change ${seen.name}` : 'Add a term'} onClose={onClose}>
      <form key={seen?.version} ref={form} method="post" noValidate className="space-y-5" onSubmit={save}>
        {before && (
          <ChangedFields
            what="This term"
            before={before}
            now={now}
            labels={LABELS}
            say={(field, value) => (field === 'name' ? value : day(value))}
          />
        )}
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
          action={seen ? 'Save' : 'Add the term'}
          problem={adding.problem || changing.problem}
          isBusy={adding.isBusy || changing.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
