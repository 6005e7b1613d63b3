import { useState } from 'react';
import { Link } from 'react-router';
import { type Room, roomCalls } from '#contract/rooms/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, useChange } from '#web/lib/api/change.ts';
import { roomChanges } from './changes.ts';
import { RoomDialog } from './room-dialog.tsx';

const api = apiOf(roomCalls);

const COLUMNS: Column<Room>[] = [
  { heading: 'Room', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
  { heading: 'Places', cell: ({ places }) => places },
  { heading: 'Action', card: 'foot', cell: (room) => <Actions room={room} /> },
];

/** The rooms of the school, each to be changed, deleted, and with a sign for its door. */
export function RoomList({ rooms }: { rooms: readonly Room[] }) {
  if (rooms.length === 0)
    return <Empty sentence="No rooms yet. Add the first one, then classes can be planned in it." />;
  return <DataTable caption="Rooms" columns={COLUMNS} rows={rooms} rowKey={({ _id }) => _id} />;
}

type ClassInRoom = { classid: string; classname: string; lessons: number };

function Actions({ room }: { room: Room }) {
  const [isChanging, setIsChanging] = useState(false);
  const [asked, setAsked] = useState<{ usedby: readonly ClassInRoom[]; version: number }>();
  const { run } = useChange(roomChanges, 'deleteRoom');
  const { _id: id, name, version } = room;
  async function ask() {
    const outcome = await announce(api.deleteRoom({ params: { id }, body: {}, querystring: { dry: '1' } }));
    if (outcome.isDone) setAsked({ usedby: outcome.answer.usedby, version });
  }
  const close = () => setAsked(undefined);
  return (
    <span className="flex flex-wrap gap-2">
      <Link to={`/admin/rooms/${id}`} className="btn btn-outline btn-sm" aria-label={`Door sign of ${name}`}>
        Door sign
      </Link>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Change ${name}`}
        onClick={() => setIsChanging(true)}
      >
        Change
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm text-error"
        aria-label={`Delete ${name}`}
        onClick={ask}
      >
        Delete
      </button>
      {isChanging && <RoomDialog room={room} onClose={() => setIsChanging(false)} />}
      {asked?.usedby.length === 0 && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete"
          onConfirm={() => run({ id, version: asked.version })}
          onClose={close}
        >
          <p>Nothing can be planned there any more. Lessons that were held there still name it.</p>
        </ConfirmDialog>
      )}
      {asked && asked.usedby.length > 0 && (
        <Dialog title={`${name} is in use`} onClose={close}>
          <p>Lessons are still to be held here. Give these classes another room first:</p>
          <ul className="mt-4 list-disc space-y-1 ps-5">
            {asked.usedby.map(({ classid, classname, lessons }) => (
              <li key={classid}>
                {classname}{' '}
                {lessons > 0 && (
                  <span className="text-quiet">({lessons === 1 ? '1 lesson' : `${lessons} lessons`})</span>
                )}
              </li>
            ))}
          </ul>
          <div className="mt-6 flex justify-end">
            <button type="button" className="btn btn-primary max-sm:grow" onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </span>
  );
}
