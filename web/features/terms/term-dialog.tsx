import type { Term } from '#contract/terms/calls.ts';
import { TermDraft } from '#contract/terms/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { termChanges } from './changes.ts';

const fieldsOf = () => ({
  name: { label: t('common.name'), hint: t('terms.name_hint') },
  firstday: { label: t('common.first_day'), isHalf: true },
  lastday: { label: t('common.last_day'), isHalf: true },
});

/** Adds a term, or changes the one that is given. */
export function TermDialog({ term, onClose }: { term?: Term; onClose: () => void }) {
  const save = useSave(termChanges);
  const form = useForm(TermDraft, {
    fields: fieldsOf(),
    item: term,
    send: (draft, seen) =>
      seen ? save('updateTerm', { id: seen._id, version: seen.version, ...draft }) : save('addTerm', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={term ? t('common.change_named', { name: form.seen?.name }) : t('terms.add_term')}
      action={term ? t('common.save') : t('terms.add_the_term')}
      changed={t('terms.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
