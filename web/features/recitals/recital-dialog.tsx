import { RecitalDraft } from '#contract/recitals/form.ts';
import type { Recital } from '#contract/recitals/office-calls.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { roomName } from '#web/lib/formats/room-labels.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { recitalChanges } from './changes.ts';

type Props = { recital?: Recital; rooms: readonly Room[]; onClose: () => void };

/** Adds a recital, or changes the evening of the one that is given. */
export function RecitalDialog({ recital, rooms, onClose }: Props) {
  const save = useSave(recitalChanges);
  const form = useForm(RecitalDraft, {
    fields: {
      name: { label: t('common.name'), hint: t('recitals.name_hint') },
      day: { label: t('recitals.day'), type: 'date', isHalf: true },
      starttime: { label: t('recitals.begins'), type: 'time', isHalf: true },
      roomid: {
        label: t('rooms.room'),
        options: {
          '': t('recitals.no_room'),
          ...Object.fromEntries(rooms.map((room) => [room._id, roomName(room)])),
        },
      },
    },
    item: recital,
    draftOf: (item) => ({
      name: item?.name ?? '',
      day: item?.day ?? '',
      starttime: item?.starttime ?? '18:00',
      roomid: item?.roomid ?? '',
    }),
    toInput: ({ name, day, starttime, roomid }, data) => ({
      ...{ name, day, starttime, roomid },
      public: data.has('public'),
    }),
    send: (draft, seen) =>
      seen
        ? save('updateRecital', { id: seen._id, version: seen.version, ...draft })
        : save('addRecital', draft),
    onSaved: onClose,
    fieldsOf: { 'room-taken': 'roomid', 'room-unknown': 'roomid', 'day-closed': 'day' },
  });
  return (
    <FormDialog
      title={recital ? t('common.change_named', { name: form.seen?.name }) : t('recitals.add')}
      action={recital ? t('common.save') : t('recitals.add_this')}
      changed={t('recitals.changed_meanwhile')}
      of={form}
      onClose={onClose}
    >
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          name="public"
          defaultChecked={recital?.public ?? false}
          className="checkbox checkbox-primary checkbox-sm mt-0.5 rounded-sm border-[#8a8296]"
        />
        <span>
          <span className="block font-semibold text-sm">{t('recitals.public')}</span>
          <span className="block text-quiet text-sm">{t('recitals.public_hint')}</span>
        </span>
      </label>
    </FormDialog>
  );
}
