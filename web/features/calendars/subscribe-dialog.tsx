import { useRef } from 'react';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { calendarChanges } from './changes.ts';
import { SubscribeSteps } from './subscribe-steps.tsx';

const MADE = {
  title: 'Your calendar address',
  label: 'Calendar address',
  hint: 'It is shown only now. Paste it into your calendar, as described below.',
  steps: (url: string) => <SubscribeSteps url={url} />,
};

/** Makes the address of one's calendar, and shows it once with what to press. */
export function SubscribeDialog({ isAgain, onClose }: { isAgain: boolean; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { run, isBusy, problem } = useChange(calendarChanges, 'makeCalendar');
  const make = async () => secretOf(await run());
  return (
    <SecretDialog
      title={isAgain ? 'A new calendar address' : 'Subscribe to your lessons'}
      action={isAgain ? 'Make a new address' : 'Show the address'}
      made={MADE}
      {...{ form, isBusy, problem, make, onClose }}
    >
      {isAgain && <p>Calendars that have the old address stop showing your lessons.</p>}
      <p>
        You get an address that you paste into your calendar once. Anyone who has it can see when and where
        your family’s lessons are, so keep it to yourself. A new password, or signing out everywhere, ends it.
      </p>
    </SecretDialog>
  );
}
