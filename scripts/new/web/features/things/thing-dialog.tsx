import type { Thing } from '#contract/things/calls.ts';
import { ThingDraft } from '#contract/things/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { thingChanges } from './changes.ts';

/** Adds a thing, or changes the one that is given. */
export function ThingDialog({ thing, onClose }: { thing?: Thing; onClose: () => void }) {
  const save = useSave(thingChanges);
  const form = useForm(ThingDraft, {
    fields: { name: { label: t('common.name') } },
    item: thing,
    send: (draft, seen) =>
      seen ? save('updateThing', { id: seen._id, version: seen.version, ...draft }) : save('addThing', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={form.seen ? t('things.change', form.seen) : t('things.add')}
      action={thing ? t('common.save') : t('things.add_this')}
      changed={t('things.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
