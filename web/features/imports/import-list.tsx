import { useState } from 'react';
import type { Import, UndoneImport } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { importChanges } from './changes.ts';
import { ImportProgress } from './import-progress.tsx';
import { KeptList } from './kept-list.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const columns = (): Column<Import>[] => [
  {
    heading: t('imports.import'),
    cell: ({ createdat, actorname }) => (
      <span className="block text-start md:min-w-40">
        <span className="block font-semibold">
          <Moment at={createdat} />
        </span>
        <span className="wrap-anywhere block text-quiet text-sm">{actorname}</span>
      </span>
    ),
  },
  { heading: t('imports.imported'), cell: (one) => <State {...one} /> },
  { heading: t('common.action'), card: 'foot', cell: (one) => <Actions import={one} /> },
];

/** Imports that were made, how far each is, and what can be done with it. */
export const ImportList = ({ imports }: { imports: readonly Import[] }) => (
  <DataTable caption={t('imports.imports')} columns={columns()} rows={imports} rowKey={({ _id }) => _id} />
);

function State({ state, rows, lines, linesdone, unclaimed }: Import) {
  const { count } = useFormats();
  if (state === 'undone') return <span className="text-quiet">{t('imports.children_undone', { rows })}</span>;
  return (
    <span className="block">
      {t('imports.children', { rows })}
      {state === 'working' && <ImportProgress import={{ lines, linesdone }} />}
      {state === 'interrupted' && (
        <span className="mt-1 block text-sm md:max-w-72">
          {rich('imports.interrupted', {
            badge: (text) => <span className="badge badge-warning font-semibold">{text}</span>,
            linesdone: count(linesdone),
            lines: count(lines),
          })}
        </span>
      )}
      {unclaimed > 0 && state !== 'working' && (
        <span className="block text-quiet text-sm">{t('imports.unclaimed', { unclaimed })}</span>
      )}
    </span>
  );
}

function Actions({ import: one }: { import: Import }) {
  const [asking, setAsking] = useState<'claims' | 'undo'>();
  const [kept, setKept] = useState<UndoneImport['kept']>();
  const claims = useChange(importChanges, 'sendFamilyClaims');
  const undo = useChange(importChanges, 'undoImport');
  const { _id: id, state, unclaimed } = one;
  if (state === 'undone' || state === 'working') return null;
  const close = () => setAsking(undefined);

  async function takeBack() {
    const outcome = await undo.run({ id });
    if (!outcome.isDone) return toast('error', outcome.problem);
    const { kept: left } = outcome.answer as UndoneImport;
    if (left.length > 0) setKept(left);
    else toast('success', t('imports.was_undone'));
  }

  return (
    <span className="flex flex-wrap gap-2">
      {unclaimed > 0 && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setAsking('claims')}>
          {t('imports.invite_families')}
        </button>
      )}
      <button type="button" className="btn btn-outline btn-sm" onClick={() => setAsking('undo')}>
        {t('common.undo')}
      </button>
      {asking === 'claims' && (
        <Dialog title={t('imports.invite_families_title')} onClose={close}>
          <p>{t('imports.invite_families_what', { unclaimed })}</p>
          <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <button type="button" className="btn" onClick={close}>
              {t('common.not_now')}
            </button>
            <ActionButton
              className="btn btn-primary"
              isBusy={claims.isBusy}
              onClick={async () => {
                await claims.run({ id });
                close();
              }}
            >
              {t('imports.send_invitations')}
            </ActionButton>
          </div>
        </Dialog>
      )}
      {asking === 'undo' && <UndoDialog id={id} onConfirm={takeBack} onClose={close} />}
      {kept && <KeptDialog kept={kept} onClose={() => setKept(undefined)} />}
    </span>
  );
}

/** What an undo left, with the reasons. */
function KeptDialog({ kept, onClose }: { kept: UndoneImport['kept']; onClose: () => void }) {
  return (
    <Dialog title={t('imports.undo_left_some')} onClose={onClose}>
      <p>{t('imports.undo_left_what')}</p>
      <KeptList kept={kept} />
      <div className="mt-6 text-end">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Dialog>
  );
}
