import type { Room } from '#contract/rooms/calls.ts';
import { RoomDraft } from '#contract/rooms/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { roomChanges } from './changes.ts';

const FIELDS = {
  name: { label: 'Name', hint: 'As families find it, such as Blue room, first floor.' },
  places: {
    label: 'Places',
    hint: 'How many learners fit in it. A class with more places cannot be planned here.',
  },
};

/** Adds a room, or changes the one that is given. */
export function RoomDialog({ room, onClose }: { room?: Room; onClose: () => void }) {
  const save = useSave(roomChanges);
  const form = useForm(RoomDraft, {
    fields: FIELDS,
    item: room,
    send: (draft, seen) =>
      seen ? save('updateRoom', { id: seen._id, version: seen.version, ...draft }) : save('addRoom', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={room ? `Change ${form.seen?.name}` : 'Add a room'}
      action={room ? 'Save' : 'Add the room'}
      changed={t('rooms.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
