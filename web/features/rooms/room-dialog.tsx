import { type FormEvent, useRef } from 'react';
import { RoomDraft } from '#contract/rooms.form.ts';
import { ROOM_NAME_MAX, type Room } from '#contract/rooms.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { DialogFoot } from '#web/components/dialog-foot.tsx';
import { TextField } from '#web/components/field.tsx';
import { useChange } from '#web/lib/change.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { roomChanges } from './changes.ts';

/** Adds a room, or changes the one that is given. */
export function RoomDialog({ room, onClose }: { room?: Room; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(RoomDraft, form);
  const adding = useChange(roomChanges, 'addRoom');
  const changing = useChange(roomChanges, 'updateRoom');

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const draft = { name: String(typed.get('name')), places: String(typed.get('places')) };
    if (!check(draft)) return;
    const { isDone } = await (room ? changing.run({ id: room._id, ...draft }) : adding.run(draft));
    if (isDone) onClose();
  }

  return (
    <Dialog title={room ? `Change ${room.name}` : 'Add a room'} onClose={onClose}>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={save}>
        <TextField
          label="Name"
          name="name"
          hint="As families find it, such as Blue room, first floor."
          maxLength={ROOM_NAME_MAX}
          autoComplete="off"
          defaultValue={room?.name ?? ''}
          error={faults.name}
          onChange={() => clear('name')}
        />
        <TextField
          label="Places"
          name="places"
          hint="How many learners it takes. No class with more seats can be held there."
          inputMode="numeric"
          maxLength={4}
          defaultValue={room?.places ?? ''}
          error={faults.places}
          onChange={() => clear('places')}
        />
        <DialogFoot
          action={room ? 'Save' : 'Add the room'}
          problem={adding.problem || changing.problem}
          isBusy={adding.isBusy || changing.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
