import type { Room } from '#contract/rooms/calls.ts';
import { RoomDraft } from '#contract/rooms/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { roomChanges } from './changes.ts';

const fieldsOf = () => ({
  name: { label: t('common.name'), hint: t('rooms.name_hint') },
  places: {
    label: t('rooms.places'),
    hint: t('rooms.places_hint'),
  },
});

/** Adds a room, or changes the one that is given. */
export function RoomDialog({ room, onClose }: { room?: Room; onClose: () => void }) {
  const save = useSave(roomChanges);
  const form = useForm(RoomDraft, {
    fields: fieldsOf(),
    item: room,
    send: (draft, seen) =>
      seen ? save('updateRoom', { id: seen._id, version: seen.version, ...draft }) : save('addRoom', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={room ? t('rooms.change', { name: form.seen?.name }) : t('rooms.add_room')}
      action={room ? t('common.save') : t('rooms.add_the_room')}
      changed={t('rooms.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
