import { useCallback } from 'react';
import { importCalls, type UndoneImport } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { KeptList } from './kept-list.tsx';

const api = apiOf(importCalls);

/** Asks before an import is undone, and says what becomes of the places that it gave. */
export function UndoDialog({
  id,
  onConfirm,
  onClose,
}: {
  id: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const ask = useCallback(
    (one: string) => api.undoImport({ params: { id: one }, querystring: { dry: '1' } }),
    [],
  );
  const dry = useLatest(id, ask);
  return (
    <ConfirmDialog
      title={t('imports.undo_title')}
      confirmLabel={t('imports.undo_this')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="mb-4">{t('imports.undo_what')}</p>
      <DryResult label={t('imports.undo_what_happens')} dry={dry} working={t('imports.undo_working_out')}>
        {(answer) => <Outcome {...answer} />}
      </DryResult>
    </ConfirmDialog>
  );
}

function Outcome({ places, kept }: UndoneImport) {
  const { money } = useFormats();
  return (
    <>
      {places ? (
        <p>
          {t('imports.undo_places', { count: places.ended })}
          {places.struck > 0 &&
            ` ${t('calloffs.no_longer_owed', { sum: money(places.struck, places.currency) })}`}
        </p>
      ) : (
        <p>{t('imports.undo_no_places')}</p>
      )}
      {kept.length > 0 && (
        <>
          <p className="mt-3 font-semibold">{t('imports.undo_places_stay')}</p>
          <KeptList kept={kept} />
        </>
      )}
    </>
  );
}
