import { Link } from 'react-router';
import { type Recital, recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useMay } from '#web/lib/session/may.ts';
import { recitalChanges } from './changes.ts';
import { RecitalDialog } from './recital-dialog.tsx';
import { durationWords } from './warning-words.ts';

/** The recitals of the school, each with the way to its programme, and to be changed by the office. */
export function RecitalList({ recitals, rooms }: { recitals: readonly Recital[]; rooms: readonly Room[] }) {
  const { weekday, clock } = useFormats();
  const may = useMay();
  const mayChange = may(recitalOfficeCalls.addRecital);
  return (
    <EditableList
      title={t('recitals.recitals')}
      add={mayChange ? t('recitals.add') : undefined}
      none={<Empty sentence={mayChange ? t('recitals.none') : t('recitals.none_for_teachers')} />}
      columns={[
        {
          heading: t('recitals.recital'),
          cell: ({ name, room, public: isPublic }) => (
            <span className="wrap-anywhere">
              <span className="font-semibold">
                <OwnWords>{name}</OwnWords>
              </span>
              <span className="block text-quiet text-sm">
                {[room, isPublic ? t('recitals.is_public') : t('recitals.is_internal')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          ),
        },
        {
          heading: t('recitals.day'),
          cell: ({ day, starttime }) => (
            <span className="block first-letter:uppercase">{`${weekday(day)}, ${clock(starttime)}`}</span>
          ),
        },
        {
          heading: t('recitals.pieces'),
          cell: ({ pieces, minutes }) =>
            t('recitals.pieces_and_time', { count: pieces, time: durationWords(minutes) }),
        },
      ]}
      rows={recitals}
      actions={(recital) => (
        <>
          <Link
            to={recital._id}
            className="btn btn-primary btn-sm"
            aria-label={t('recitals.programme_of', { name: recital.name })}
          >
            {t('recitals.programme')}
          </Link>
          {mayChange && <Actions recital={recital} rooms={rooms} />}
        </>
      )}
    >
      {(close) => <RecitalDialog rooms={rooms} onClose={close} />}
    </EditableList>
  );
}

function Actions({ recital, rooms }: { recital: Recital; rooms: readonly Room[] }) {
  const save = useSave(recitalChanges);
  const { _id: id, name } = recital;
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <RecitalDialog recital={recital} rooms={rooms} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('recitals.call_off')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => recital.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={t('recitals.ask_call_off', { name })}
            confirmLabel={t('recitals.call_off_this')}
            onConfirm={() => save('deleteRecital', { id, version })}
            onClose={close}
          >
            <p>{t('recitals.call_off_means')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
