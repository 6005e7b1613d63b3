import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OwnBusy } from '#contract/busy/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { BusyDialog } from './busy-dialog.tsx';
import { busyChanges } from './changes.ts';

/** The calendar by which the school knows when a teacher is busy: gives it, another, or none any more. */
export function BusyPanel({ busy: { host, readat, problem } }: { busy: OwnBusy }) {
  const { run } = useChange(busyChanges, 'endBusy');
  const [dialog, setDialog] = useState<'give' | 'end'>();
  const close = () => setDialog(undefined);
  const give = useRef<HTMLButtonElement>(null);
  async function end() {
    const { isDone } = await run();
    if (!isDone) return;
    // A dialog that closes gives the focus back to the button that opened it, which goes with the calendar.
    flushSync(close);
    give.current?.focus();
  }
  return (
    <>
      {host && (
        <p className="wrap-anywhere mb-4 text-sm">
          {readat
            ? rich('busy.read_at', { host, moment: <Moment at={readat} /> })
            : t('busy.never_read', { host })}
        </p>
      )}
      {problem && (
        <p role="alert" className="wrap-anywhere mb-4 rounded-field bg-honey px-4 py-3 text-sm">
          {[problem, readat && t('busy.stands'), t('busy.will_be_tried')].filter(Boolean).join(' ')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button ref={give} type="button" className="btn btn-outline" onClick={() => setDialog('give')}>
          {host ? t('busy.give_another') : t('busy.give')}
        </button>
        {host && (
          <button type="button" className="btn btn-ghost text-error" onClick={() => setDialog('end')}>
            {t('busy.stop')}
          </button>
        )}
      </div>
      {dialog === 'give' && <BusyDialog onClose={close} />}
      {dialog === 'end' && (
        <ConfirmDialog
          title={t('busy.ask_stop')}
          confirmLabel={t('busy.stop')}
          onConfirm={end}
          onClose={close}
        >
          <p>{t('busy.stop_means')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
