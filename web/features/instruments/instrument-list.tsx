import type { Instrument } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { instrumentChanges } from './changes.ts';
import { InstrumentDialog } from './instrument-dialog.tsx';

/** The instruments that the school teaches, each to be changed and deleted. */
export const InstrumentList = ({ instruments }: { instruments: readonly Instrument[] }) => (
  <EditableList
    title={t('instruments.instruments')}
    add={t('instruments.add')}
    none={<Empty sentence={t('instruments.none')} />}
    columns={[
      {
        heading: t('instruments.instrument'),
        cell: ({ name, image }) => (
          <span className="wrap-anywhere flex items-center gap-3 font-semibold">
            {image && (
              <Picture url={image} alt="" sizes="64px" className="aspect-4/3 w-16 shrink-0 rounded-field" />
            )}
            <OwnWords>{name}</OwnWords>
          </span>
        ),
      },
    ]}
    rows={instruments}
    actions={(instrument) => <Actions instrument={instrument} />}
  >
    {(close) => <InstrumentDialog onClose={close} />}
  </EditableList>
);

function Actions({ instrument }: { instrument: Instrument }) {
  const save = useSave(instrumentChanges);
  const { _id: id, name } = instrument;
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <InstrumentDialog instrument={instrument} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.delete')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => instrument.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={t('instruments.delete', { name })}
            confirmLabel={t('common.delete')}
            onConfirm={() => save('deleteInstrument', { id, version })}
            onClose={close}
          >
            <p>{t('instruments.gone_for_good')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
