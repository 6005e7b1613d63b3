import { type FormEvent, useRef } from 'react';
import { ROOM_NAME_MAX, type Room } from '#contract/rooms/calls.ts';
import { RoomDraft } from '#contract/rooms/form.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { roomChanges } from './changes.ts';

const LABELS = { name: 'Name', places: 'Places' };

const draftOf = (room?: Room) => ({ name: room?.name ?? '', places: room?.places.toString() ?? '' });

/** Adds a room, or changes the one that is given. */
export function RoomDialog({ room, onClose }: { room?: Room; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(RoomDraft, form);
  const { seen, shown, before, now, takeUp } = useSeen(room, draftOf);
  const adding = useChange(roomChanges, 'addRoom');
  const changing = useChange(roomChanges, 'updateRoom');

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const draft = { name: String(typed.get('name')), places: String(typed.get('places')) };
    if (!check(draft)) return;
    const outcome = await (seen
      ? changing.run({ id: seen._id, version: seen.version, ...draft })
      : adding.run(draft));
    if (outcome.isDone) onClose();
    else if (outcome.refusal?.code === 'changed-meanwhile') {
      changing.forget();
      takeUp(draft);
    }
  }

  return (
    <Dialog title={seen ? `Change ${seen.name}` : 'Add a room'} onClose={onClose}>
      <form key={seen?.version} ref={form} method="post" noValidate className="space-y-5" onSubmit={save}>
        {before && <ChangedFields what="This room" before={before} now={now} labels={LABELS} />}
        <TextField
          label="Name"
          name="name"
          hint="As families find it, such as Blue room, first floor."
          maxLength={ROOM_NAME_MAX}
          autoComplete="off"
          defaultValue={shown.name}
          error={faults.name}
          onChange={() => clear('name')}
        />
        <TextField
          label="Places"
          name="places"
          hint="How many learners fit in it. A class with more places cannot be planned here."
          inputMode="numeric"
          maxLength={4}
          defaultValue={shown.places}
          error={faults.places}
          onChange={() => clear('places')}
        />
        <DialogFoot
          action={seen ? 'Save' : 'Add the room'}
          problem={adding.problem || changing.problem}
          isBusy={adding.isBusy || changing.isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
