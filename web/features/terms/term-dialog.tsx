import type { Term } from '#contract/terms/calls.ts';
import { TermDraft } from '#contract/terms/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { termChanges } from './changes.ts';

const FIELDS = {
  name: { label: 'Name', hint: 'Such as Spring term 2027.' },
  firstday: { label: 'First day', isHalf: true },
  lastday: { label: 'Last day', isHalf: true },
};

/** Adds a term, or changes the one that is given. */
export function TermDialog({ term, onClose }: { term?: Term; onClose: () => void }) {
  const save = useSave(termChanges);
  const form = useForm(TermDraft, {
    fields: FIELDS,
    item: term,
    send: (draft, seen) =>
      seen ? save('updateTerm', { id: seen._id, version: seen.version, ...draft }) : save('addTerm', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={term ? `Change ${form.seen?.name}` : 'Add a term'}
      action={term ? 'Save' : 'Add the term'}
      changed={t('terms.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
