import type { Thing } from '#contract/things/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { thingChanges } from './changes.ts';
import { ThingDialog } from './thing-dialog.tsx';

const COLUMNS: Column<Thing>[] = [
  { heading: 'Thing', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
];

/** The things of the school, each to be changed and deleted. */
export const ThingList = ({ things }: { things: readonly Thing[] }) => (
  <EditableList
    title="Things"
    add="Add a thing"
    none={<Empty sentence="No things yet." />}
    columns={COLUMNS}
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
      <DialogButton label="Change" of={name}>
        {(close) => <ThingDialog thing={thing} onClose={close} />}
      </DialogButton>
      <DialogButton
        label="Delete"
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => thing.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={`Delete ${name}?`}
            confirmLabel="Delete"
            onConfirm={() => save('deleteThing', { id, version })}
            onClose={close}
          >
            <p>It cannot be brought back.</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
