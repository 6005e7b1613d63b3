import { BusyDraft } from '#contract/busy/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { busyChanges } from './changes.ts';

/** Takes the address of a teacher's own calendar. */
export function BusyDialog({ onClose }: { onClose: () => void }) {
  const save = useSave(busyChanges);
  const form = useForm(BusyDraft, { send: (draft) => save('giveBusy', draft), onSaved: onClose });
  return (
    <FormDialog
      title={t('busy.your_calendar')}
      action={t('busy.read')}
      of={form}
      lead={<p className="mb-5">{t('busy.how_it_works')}</p>}
      onClose={onClose}
    >
      <TextField
        label={t('busy.address')}
        name="url"
        type="url"
        inputMode="url"
        hint={t('busy.address_hint')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
