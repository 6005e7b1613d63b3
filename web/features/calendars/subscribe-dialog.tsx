import { type FormEvent, useState } from 'react';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DialogFoot } from '#web/components/dialog/dialog-foot.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { calendarChanges } from './changes.ts';
import { SubscribeSteps } from './subscribe-steps.tsx';

/** Makes the address of one's calendar, and shows it once with what to press. */
export function SubscribeDialog({ isAgain, onClose }: { isAgain: boolean; onClose: () => void }) {
  const { run, isBusy, problem } = useChange(calendarChanges, 'makeCalendar');
  const [address, setAddress] = useState<string>();
  async function make(event: FormEvent) {
    event.preventDefault();
    setAddress(secretOf(await run()));
  }
  if (address)
    return (
      <SecretDialog
        title={t('calendars.your_calendar_address')}
        label={t('calendars.calendar_address')}
        hint={t('calendars.shown_once')}
        secret={address}
        onClose={onClose}
      >
        <SubscribeSteps url={address} />
      </SecretDialog>
    );
  return (
    <Dialog
      title={isAgain ? t('calendars.new_calendar_address') : t('calendars.subscribe_to_your_lessons')}
      onClose={onClose}
    >
      <form noValidate className="space-y-5" onSubmit={make}>
        {isAgain && <p>{t('calendars.old_address_ends')}</p>}
        <p>{t('calendars.how_it_works')}</p>
        <DialogFoot
          action={isAgain ? t('calendars.make_new_address') : t('calendars.show_address')}
          problem={problem}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
