import { type FormEvent, useRef, useState } from 'react';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { hasRecoveryCodes } from '#web/features/account/second-factor/has-recovery-codes.ts';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { identityCode, identityFault } from '#web/lib/identity/identity-faults.ts';
import { SecondStepLeft } from '#web/lib/identity/second-step-left.ts';
import { NumberField, typedNumber } from './number-field.tsx';

/** Refusals after which another number may be tried; after any other the sign-in begins again. */
const AGAIN = ['invalid-verification-code', 'missing-code', 'network-request-failed'];

type Props = { tryWith: (typed: string) => Promise<void>; giveUp: (error: unknown) => void };

/** The second step of a sign-in: a number of the app, or a recovery code in its place. */
export default function SecondStepDialog({ tryWith, giveUp }: Props) {
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });
  const leave = () => giveUp(new SecondStepLeft());

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsBusy(true);
    setProblem('');
    try {
      await tryWith(typedNumber(event.currentTarget));
    } catch (error) {
      if (!AGAIN.includes(identityCode(error) ?? '')) return giveUp(error);
      setProblem(identityFault(error));
      setIsBusy(false);
    }
  }
  return (
    <Dialog title={t('account.second_step')} onClose={leave}>
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <p>{t('account.second_step_lead')}</p>
        <NumberField orCode={hasRecoveryCodes()} onEdit={() => setProblem('')} {...faultOf('number')} />
        <FormMessage {...message} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={leave}>
            {t('common.cancel')}
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            {t('common.continue')}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
