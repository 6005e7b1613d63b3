import { useState } from 'react';
import type { Instrument } from '#contract/instruments/calls.ts';
import { InstrumentDraft } from '#contract/instruments/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PictureField } from '#web/components/form/picture-field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { instrumentChanges } from './changes.ts';

/** Adds an instrument, or changes the one that is given. */
export function InstrumentDialog({ instrument, onClose }: { instrument?: Instrument; onClose: () => void }) {
  const save = useSave(instrumentChanges);
  const [image, setImage] = useState(instrument?.image ?? '');
  const [isUploading, setIsUploading] = useState(false);
  const form = useForm(InstrumentDraft, {
    fields: { name: { label: t('common.name') } },
    item: instrument,
    toInput: ({ name = '' }) => ({ name, image }),
    send: (draft, seen) =>
      seen
        ? save('updateInstrument', { id: seen._id, version: seen.version, ...draft })
        : save('addInstrument', draft),
    onSaved: onClose,
    fieldsOf: { 'instrument-name-taken': 'name' },
  });
  return (
    <FormDialog
      title={form.seen ? t('instruments.change', form.seen) : t('instruments.add')}
      action={instrument ? t('common.save') : t('instruments.add_this')}
      changed={t('instruments.changed_meanwhile')}
      of={{ ...form, isBusy: form.isBusy || isUploading }}
      onClose={onClose}
    >
      <PictureField
        label={t('common.optional', { label: t('common.picture') })}
        url={image || null}
        alt={t('instruments.picture_preview')}
        waiting={t('common.image_is_uploading')}
        error={form.faults.image}
        onBusy={setIsUploading}
        onUploaded={(url) => {
          setImage(url);
          form.clear('image');
        }}
      />
    </FormDialog>
  );
}
