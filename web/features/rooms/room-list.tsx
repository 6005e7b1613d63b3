import { Link } from 'react-router';
import { type Room, roomCalls } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, useSave } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { roomChanges } from './changes.ts';
import { RoomDialog } from './room-dialog.tsx';

const api = apiOf(roomCalls);

const columnsOf = (): Column<Room>[] => [
  {
    heading: t('rooms.room'),
    cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span>,
  },
  { heading: t('rooms.places'), cell: ({ places }) => places },
];

/** The rooms of the school, each to be changed, deleted, and with a sign for its door. */
export const RoomList = ({ rooms }: { rooms: readonly Room[] }) => (
  <EditableList
    title={t('rooms.rooms')}
    add={t('rooms.add_room')}
    none={<Empty sentence={t('rooms.none_yet')} />}
    columns={columnsOf()}
    rows={rooms}
    actions={(room) => <Actions room={room} />}
  >
    {(close) => <RoomDialog onClose={close} />}
  </EditableList>
);

function Actions({ room }: { room: Room }) {
  const { _id: id, name } = room;
  return (
    <>
      <Link
        to={`/admin/rooms/${id}`}
        className="btn btn-outline btn-sm"
        aria-label={t('rooms.door_sign_of', { name })}
      >
        {t('rooms.door_sign')}
      </Link>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <RoomDialog room={room} onClose={close} />}
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
        title={t('rooms.delete', { name })}
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
