import type { Thing } from '#contract/things/calls.ts';
import { ThingDraft } from '#contract/things/form.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { thingChanges } from './changes.ts';

const FIELDS = { name: { label: 'Name' } };

/** Adds a thing, or changes the one that is given. */
export function ThingDialog({ thing, onClose }: { thing?: Thing; onClose: () => void }) {
  const save = useSave(thingChanges);
  const form = useForm(ThingDraft, {
    fields: FIELDS,
    item: thing,
    send: (draft, seen) =>
      seen ? save('updateThing', { id: seen._id, version: seen.version, ...draft }) : save('addThing', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={thing ? `Change ${form.seen?.name}` : 'Add a thing'}
      action={thing ? 'Save' : 'Add the thing'}
      what="This thing"
      of={form}
      onClose={onClose}
    />
  );
}
