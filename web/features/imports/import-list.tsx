import { useState } from 'react';
import type { Import, UndoneImport } from '#contract/imports/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { importChanges } from './changes.ts';
import { ImportProgress } from './import-progress.tsx';

const COLUMNS: Column<Import>[] = [
  {
    heading: 'Import',
    cell: ({ createdat, actorname }) => (
      <span className="block text-start md:min-w-40">
        <span className="block font-semibold">
          <Moment at={createdat} />
        </span>
        <span className="wrap-anywhere block text-quiet text-sm">{actorname}</span>
      </span>
    ),
  },
  { heading: 'Imported', cell: (one) => <State {...one} /> },
  { heading: 'Action', card: 'foot', cell: (one) => <Actions import={one} /> },
];

/** Imports that were made, how far each is, and what can be done with it. */
export const ImportList = ({ imports }: { imports: readonly Import[] }) => (
  <DataTable caption="Imports" columns={COLUMNS} rows={imports} rowKey={({ _id }) => _id} />
);

function State({ state, rows, lines, linesdone, unclaimed }: Import) {
  const { count } = useFormats();
  const taken = rows === 1 ? 'One child' : `${count(rows)} children`;
  if (state === 'undone') return <span className="text-quiet">{taken}, undone</span>;
  return (
    <span className="block">
      {taken}
      {state === 'working' && <ImportProgress import={{ lines, linesdone }} />}
      {state === 'interrupted' && (
        <span className="mt-1 block text-sm md:max-w-72">
          <span className="badge badge-warning font-semibold">Interrupted</span> after {count(linesdone)} of{' '}
          {count(lines)} lines. Import the same file again: nothing is added twice.
        </span>
      )}
      {unclaimed > 0 && state !== 'working' && (
        <span className="block text-quiet text-sm">
          {unclaimed === 1 ? 'One family has' : `${count(unclaimed)} families have`} not signed in yet
        </span>
      )}
    </span>
  );
}

function Actions({ import: one }: { import: Import }) {
  const [asking, setAsking] = useState<'claims' | 'undo'>();
  const [kept, setKept] = useState<UndoneImport['kept']>();
  const claims = useChange(importChanges, 'sendFamilyClaims');
  const undo = useChange(importChanges, 'undoImport');
  const { count } = useFormats();
  const { _id: id, state, unclaimed } = one;
  if (state === 'undone' || state === 'working') return null;
  const close = () => setAsking(undefined);

  async function takeBack() {
    const outcome = await undo.run({ id });
    if (!outcome.isDone) return toast('error', outcome.problem);
    const { kept: left } = outcome.answer as UndoneImport;
    if (left.length > 0) setKept(left);
    else toast('success', 'The import was undone');
  }

  return (
    <span className="flex flex-wrap gap-2">
      {unclaimed > 0 && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setAsking('claims')}>
          Invite families
        </button>
      )}
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setAsking('undo')}>
        Undo
      </button>
      {asking === 'claims' && (
        <Dialog title="Invite families?" onClose={close}>
          <p>
            {unclaimed === 1 ? 'One family gets' : `${count(unclaimed)} families get`} an email that invites
            them to sign in, with a link that works for 14 days. Those who were invited within that time are
            not invited again.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <button type="button" className="btn" onClick={close}>
              Not now
            </button>
            <ActionButton
              className="btn btn-primary"
              isBusy={claims.isBusy}
              onClick={async () => {
                await claims.run({ id });
                close();
              }}
            >
              Send invitations
            </ActionButton>
          </div>
        </Dialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog title="Undo this import?" confirmLabel="Undo" onConfirm={takeBack} onClose={close}>
          <p>
            The families and children that it brought are deleted. Families who have signed in or are in a
            class stay, and you see which.
          </p>
        </ConfirmDialog>
      )}
      {kept && <KeptDialog kept={kept} onClose={() => setKept(undefined)} />}
    </span>
  );
}

/** What an undo left, with the reasons. */
function KeptDialog({ kept, onClose }: { kept: UndoneImport['kept']; onClose: () => void }) {
  return (
    <Dialog title="Not everything could be undone" onClose={onClose}>
      <p>The rest of the import was undone. These stay:</p>
      <ul className="mt-4 max-h-80 space-y-3 overflow-y-auto">
        {kept.map(({ name, email, sentence }) => (
          <li key={`${name} ${email}`} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>, {email}
            <span className="block text-quiet text-sm">{sentence}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 text-end">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
