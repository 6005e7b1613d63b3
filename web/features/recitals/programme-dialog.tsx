import { useRef } from 'react';
import { recitalCalls } from '#contract/recitals/calls.ts';
import type { Recital } from '#contract/recitals/office-calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Printer } from '#web/components/icons/printer.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { recitalChanges } from './changes.ts';

const api = apiOf(recitalCalls);
const read = (id: string) => api.readProgramme({ params: { id } });

/** The programme as it is printed; once it was, that can be noted, so that what changes later is listed. */
export function ProgrammeDialog({
  recital: { _id: id, version },
  mayNote,
  onClose,
}: {
  recital: Recital;
  mayNote: boolean;
  onClose: () => void;
}) {
  const sheet = useRef<HTMLIFrameElement>(null);
  const { answer, problem } = useLatest(id, read);
  const note = useChange(recitalChanges, 'notePrinted');
  return (
    <Dialog title={t('recitals.programme')} onClose={onClose}>
      <p className="text-quiet">{t('recitals.print_hint')}</p>
      {problem && (
        <p role="alert" className="mt-3 font-medium text-error">
          {problem}
        </p>
      )}
      {/* It has no script; to be printed by itself it must be of this origin. */}
      {answer && (
        <iframe
          ref={sheet}
          title={t('recitals.programme')}
          sandbox="allow-same-origin allow-modals"
          srcDoc={answer}
          className="mt-4 h-96 w-full rounded-field border border-base-300 bg-white"
        />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {mayNote && (
          <ActionButton
            className="btn btn-outline"
            isBusy={note.isBusy}
            onClick={async () => {
              if ((await note.run({ id, version })).isDone) onClose();
            }}
          >
            {t('recitals.note_printed')}
          </ActionButton>
        )}
        <button
          type="button"
          className="btn btn-primary"
          disabled={!answer}
          onClick={() => sheet.current?.contentWindow?.print()}
        >
          <Printer className="size-4" aria-hidden="true" />
          {t('common.print')}
        </button>
      </div>
    </Dialog>
  );
}
