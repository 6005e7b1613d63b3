import type { Room } from '#contract/rooms/calls.ts';
import { RoomDraft } from '#contract/rooms/form.ts';
import type { Site } from '#contract/sites/calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { roomChanges } from './changes.ts';

const fieldsOf = (sites: readonly Site[]) => ({
  name: { label: t('common.name'), hint: t('rooms.name_hint') },
  places: {
    label: t('rooms.places'),
    hint: t('rooms.places_hint'),
  },
  ...(sites.length > 0 && {
    siteid: {
      label: t('sites.site'),
      options: {
        '': t('sites.none_chosen'),
        ...Object.fromEntries(sites.map(({ _id, name }) => [_id, name])),
      },
    },
  }),
});

type Props = { room?: Room; sites: readonly Site[]; onClose: () => void };

/** Adds a room, or changes the one that is given. */
export function RoomDialog({ room, sites, onClose }: Props) {
  const save = useSave(roomChanges);
  const form = useForm(RoomDraft, {
    fields: fieldsOf(sites),
    item: room,
    send: (draft, seen) =>
      seen ? save('updateRoom', { id: seen._id, version: seen.version, ...draft }) : save('addRoom', draft),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={room ? t('common.change_named', { name: form.seen?.name }) : t('rooms.add_room')}
      action={room ? t('common.save') : t('rooms.add_the_room')}
      changed={t('rooms.changed_meanwhile')}
      of={form}
      onClose={onClose}
    />
  );
}
