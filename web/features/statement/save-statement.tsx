import { useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import { statementCalls } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { readBytes } from '#web/lib/api/read-bytes.ts';
import { saveBlob } from '#web/lib/api/save-file.ts';
import { wentWrong } from '#web/lib/api/wire.ts';

/** Saves a statement as PDF: one's own, or for the office that of a family. */
export function SaveStatement({ userid }: { userid?: string }) {
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    try {
      const bytes =
        userid === undefined
          ? readBytes(statementCalls.readOwnStatementPdf, '/account/statement.pdf')
          : readBytes(
              statementCalls.readStatementPdfOf,
              `/families/${encodeURIComponent(userid)}/statement.pdf`,
            );
      saveBlob(`${t('statement.file_name')}.pdf`, await bytes);
    } catch (error) {
      toast('error', apiErrorOf(error)?.message ?? wentWrong());
    }
    setIsBusy(false);
  }
  return (
    <ActionButton
      className="btn btn-outline"
      isBusy={isBusy}
      onClick={save}
      icon={<Download className="size-4" aria-hidden="true" />}
    >
      {t('statement.save_pdf')}
    </ActionButton>
  );
}
