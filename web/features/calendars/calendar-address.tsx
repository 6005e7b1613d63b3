import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OwnCalendar } from '#contract/calendars/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { calendarChanges } from './changes.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';

/** The address by which calendar programs show one's lessons: makes it, makes another, takes it away. */
export function CalendarAddress({ calendar: { createdat } }: { calendar: OwnCalendar }) {
  const { run } = useChange(calendarChanges, 'endCalendar');
  const [dialog, setDialog] = useState<'subscribe' | 'end'>();
  const close = () => setDialog(undefined);
  const subscribe = useRef<HTMLButtonElement>(null);
  async function end() {
    const { isDone } = await run();
    if (!isDone) return;
    // A dialog that closes gives the focus back to the button that opened it, which goes with the address.
    flushSync(close);
    subscribe.current?.focus();
  }
  return (
    <>
      {createdat && (
        <p className="mb-4 text-sm">
          {rich('calendars.address_made_on', { moment: <Moment at={createdat} /> })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button
          ref={subscribe}
          type="button"
          className="btn btn-outline"
          onClick={() => setDialog('subscribe')}
        >
          {createdat ? t('calendars.make_new_address') : t('calendars.subscribe_to_my_lessons')}
        </button>
        {createdat && (
          <button type="button" className="btn btn-ghost text-error" onClick={() => setDialog('end')}>
            {t('calendars.stop')}
          </button>
        )}
      </div>
      {dialog === 'subscribe' && <SubscribeDialog isAgain={createdat !== null} onClose={close} />}
      {dialog === 'end' && (
        <ConfirmDialog
          title={t('calendars.ask_stop')}
          confirmLabel={t('calendars.stop')}
          onConfirm={end}
          onClose={close}
        >
          <p>{t('calendars.stop_means')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
