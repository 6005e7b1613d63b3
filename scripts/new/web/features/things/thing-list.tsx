import type { Thing } from '#contract/things/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { thingChanges } from './changes.ts';
import { ThingDialog } from './thing-dialog.tsx';

/** The things of the school, each to be changed and deleted. */
export const ThingList = ({ things }: { things: readonly Thing[] }) => (
  <EditableList
    title={t('things.things')}
    add={t('things.add')}
    none={<Empty sentence={t('things.none')} />}
    columns={[
      {
        heading: t('things.thing'),
        cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span>,
      },
    ]}
    rows={things}
    actions={(thing) => <Actions thing={thing} />}
  >
    {(close) => <ThingDialog onClose={close} />}
  </EditableList>
);

function Actions({ thing }: { thing: Thing }) {
  const save = useSave(thingChanges);
  const { _id: id, name } = thing;
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <ThingDialog thing={thing} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.delete')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => thing.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={t('things.delete', { name })}
            confirmLabel={t('common.delete')}
            onConfirm={() => save('deleteThing', { id, version })}
            onClose={close}
          >
            <p>{t('things.gone_for_good')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
