import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Room, roomCalls } from '#contract/rooms/calls.ts';
import type { Site } from '#contract/sites/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, useSave } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { useMay } from '#web/lib/session/may.ts';
import { roomChanges } from './changes.ts';
import { RoomDialog } from './room-dialog.tsx';

const api = apiOf(roomCalls);

const columnsOf = (sites: readonly Site[]): Column<Room>[] => [
  {
    heading: t('rooms.room'),
    cell: ({ name }) => (
      <span className="wrap-anywhere font-semibold">
        <OwnWords>{name}</OwnWords>
      </span>
    ),
  },
  { heading: t('rooms.places'), cell: ({ places }) => places },
  ...(sites.length > 0
    ? [
        {
          heading: t('sites.site'),
          cell: ({ site }: Room) => (
            <span className={`wrap-anywhere ${site ? '' : 'text-quiet'}`}>
              {site ? <OwnWords>{site}</OwnWords> : t('sites.none_chosen')}
            </span>
          ),
        },
      ]
    : []),
];

/** The rooms of the school, each with a sign for its door, and to be changed or deleted by who may. */
export function RoomList({
  rooms,
  sites,
  actions,
}: {
  rooms: readonly Room[];
  sites: readonly Site[];
  /** What else can be done with a room. */
  actions: (room: Room) => ReactNode;
}) {
  const may = useMay();
  return (
    <EditableList
      title={t('rooms.rooms')}
      add={may(roomCalls.addRoom) ? t('rooms.add_room') : undefined}
      none={<Empty sentence={t('rooms.none_yet')} />}
      columns={columnsOf(sites)}
      rows={rooms}
      actions={(room) => (
        <>
          <Link
            to={`/admin/rooms/${room._id}`}
            className="btn btn-outline btn-sm"
            aria-label={t('rooms.door_sign_of', { name: room.name })}
          >
            {t('rooms.door_sign')}
          </Link>
          {actions(room)}
          {may(roomCalls.updateRoom) && <Actions room={room} sites={sites} />}
        </>
      )}
    >
      {(close) => <RoomDialog sites={sites} onClose={close} />}
    </EditableList>
  );
}

function Actions({ room, sites }: { room: Room; sites: readonly Site[] }) {
  const { name } = room;
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <RoomDialog room={room} sites={sites} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.delete')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => askToDelete(room)}
      >
        {(close, asked) => <DeleteDialog room={asked.room} usedby={asked.usedby} onClose={close} />}
      </DialogButton>
    </>
  );
}

type ClassInRoom = { classid: string; classname: string; lessons: number };

/** What would stand in the way of deleting a room, with the room as it is now. */
async function askToDelete(room: Room) {
  const params = { id: room._id };
  const outcome = await announce(api.deleteRoom({ params, body: {}, querystring: { dry: '1' } }));
  return outcome.isDone ? { room, usedby: outcome.answer.usedby } : undefined;
}

type DeleteProps = { room: Room; usedby: readonly ClassInRoom[]; onClose: () => void };

function DeleteDialog({ room: { _id: id, version, name }, usedby, onClose }: DeleteProps) {
  const save = useSave(roomChanges);
  if (usedby.length === 0)
    return (
      <ConfirmDialog
        title={t('common.delete_named', { name })}
        confirmLabel={t('common.delete')}
        onConfirm={() => save('deleteRoom', { id, version })}
        onClose={onClose}
      >
        <p>{t('rooms.delete_means')}</p>
      </ConfirmDialog>
    );
  return (
    <Dialog title={t('rooms.is_in_use', { name })} onClose={onClose}>
      <p>{t('rooms.give_another_first')}</p>
      <ul className="mt-4 list-disc space-y-1 ps-5">
        {usedby.map(({ classid, classname, lessons }) => (
          <li key={classid}>
            {lessons > 0
              ? rich('rooms.class_with_lessons', {
                  classname,
                  count: lessons,
                  quiet: (words) => <span className="text-quiet">{words}</span>,
                })
              : classname}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex justify-end">
        <button type="button" className="btn btn-primary max-sm:grow" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Dialog>
  );
}
