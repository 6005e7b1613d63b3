import { type FormEvent, useState } from 'react';
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
        title="Your calendar address"
        label="Calendar address"
        hint="It is shown only now. Paste it into your calendar, as described below."
        secret={address}
        onClose={onClose}
      >
        <SubscribeSteps url={address} />
      </SecretDialog>
    );
  return (
    <Dialog title={isAgain ? 'A new calendar address' : 'Subscribe to your lessons'} onClose={onClose}>
      <form noValidate className="space-y-5" onSubmit={make}>
        {isAgain && <p>Calendars that have the old address stop showing your lessons.</p>}
        <p>
          You get an address that you paste into your calendar once. Anyone who has it can see when and where
          your family’s lessons are, so keep it to yourself. A new password, or signing out everywhere, ends
          it.
        </p>
        <DialogFoot
          action={isAgain ? 'Make a new address' : 'Show the address'}
          problem={problem}
          isBusy={isBusy}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
