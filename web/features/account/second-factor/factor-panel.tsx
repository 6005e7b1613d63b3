import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import type { Account } from '#web/features/account/account.ts';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { Panel } from '#web/features/account/panels/panel.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { beginSetUp, type SetUp } from './factor.ts';
import { hasRecoveryCodes } from './has-recovery-codes.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpFactor } from './set-up-factor.tsx';

type Props = {
  account: Account;
  /** Whether it is one that a school may ask for it. */
  isAsked: boolean;
};

/** The second step of signing in: sets it up, makes new recovery codes, turns it off. */
export function FactorPanel(props: Props) {
  const { hasSecondStep, isVerified } = props.account;
  return (
    <Panel
      title={t('account.second_step_of_signing_in')}
      lead={t(hasSecondStep ? 'account.second_step_is_on' : 'account.second_step_means')}
    >
      {hasSecondStep ? (
        <WithFactor {...props} />
      ) : isVerified ? (
        <WithoutFactor {...props} />
      ) : (
        <p>{t('account.confirm_before_second_step')}</p>
      )}
    </Panel>
  );
}

function WithoutFactor({ account: { email } }: Props) {
  const { revalidate } = useRevalidator();
  const [setUp, setSetUp] = useState<SetUp>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function begin() {
    setIsBusy(true);
    setProblem('');
    try {
      setSetUp(await beginSetUp());
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }
  /** The sign-in goes on with tokens that know of it, if it was set up. */
  async function close() {
    setSetUp(undefined);
    await refreshUser();
    await revalidate();
  }
  return (
    <>
      <FormMessage problem={problem} />
      <ActionButton className="btn btn-outline" isBusy={isBusy} onClick={begin}>
        {t('account.set_up_second_step')}
      </ActionButton>
      {setUp && (
        <Dialog title={t('account.set_up_second_step')} onClose={close}>
          <SetUpFactor
            setUp={setUp}
            email={email}
            cancel={
              <button type="button" className="btn" onClick={close}>
                {t('common.cancel')}
              </button>
            }
            onDone={close}
          />
        </Dialog>
      )}
    </>
  );
}

function WithFactor({ account: { email }, isAsked }: Props) {
  const making = useChange(accountChanges, 'makeRecoveryCodes');
  const removing = useChange(accountChanges, 'turnOffSecondStep');
  const [codes, setCodes] = useState<readonly string[]>();
  const [isAsking, setIsAsking] = useState(false);
  async function make() {
    const outcome = await making.run();
    if (outcome.isDone) setCodes(outcome.answer as string[]);
  }
  return (
    <>
      {!hasRecoveryCodes() && <p className="mb-4">{t('account.lost_phone_elsewhere')}</p>}
      <FormMessage problem={making.problem || removing.problem} />
      <div className="flex flex-wrap gap-3">
        {hasRecoveryCodes() && (
          <ActionButton className="btn btn-outline" isBusy={making.isBusy} onClick={make}>
            {t('account.new_recovery_codes')}
          </ActionButton>
        )}
        <button type="button" className="btn btn-ghost text-error" onClick={() => setIsAsking(true)}>
          {t('account.turn_off_second_step')}
        </button>
      </div>
      {codes && (
        <Dialog title={t('account.your_recovery_codes')} onClose={() => setCodes(undefined)}>
          <RecoveryCodes codes={codes} email={email} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('account.ask_turn_off_second_step')}
          confirmLabel={t('account.turn_off_second_step')}
          onConfirm={() => removing.run()}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('account.turn_off_means')}</p>
          {isAsked && <p className="mt-3">{t('account.turn_off_asked_again')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
