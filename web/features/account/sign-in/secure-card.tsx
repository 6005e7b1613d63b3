import { useState } from 'react';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { sendVerification, whoIsHere } from '#web/features/account/account.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { beginSetUp, type SetUp } from '#web/features/account/second-factor/factor.ts';
import { SetUpFactor } from '#web/features/account/second-factor/set-up-factor.tsx';
import { identityCode, identityFault } from '#web/lib/identity/identity-faults.ts';
import { clearSession } from '#web/lib/session/clear-session.ts';
import { currentPerson } from '#web/lib/session/identity-sdk.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import type { Session } from '#web/lib/session/session.ts';
import { EntryCard } from './entry-card.tsx';

type Props = { run: (signIn: () => Promise<Session>) => Promise<void>; isBusy: boolean; problem: string };

/** In place of a sign-in form, for who runs the school and has to set the second step up before going on. */
export default function SecureCard({ run, isBusy, problem }: Props) {
  const [isProved, setIsProved] = useState(currentPerson()?.emailVerified === true);
  const email = currentPerson()?.email ?? '';
  const leave = (
    <button type="button" className="btn btn-outline w-full" onClick={() => void clearSession()}>
      {t('common.sign_out')}
    </button>
  );
  return (
    <EntryCard title={t('account.second_step_needed')} intro={t('account.second_step_needed_lead')}>
      <div className="space-y-5">
        <FormMessage problem={problem} />
        {isProved ? (
          <SetUpHere email={email} isBusy={isBusy} onDone={() => void run(() => refreshUser())} />
        ) : (
          <ProveFirst email={email} onProved={() => setIsProved(true)} />
        )}
        {leave}
      </div>
    </EntryCard>
  );
}

/** Does a piece of work at the identity service, one at a time, and says what went wrong with it. */
function useWork() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }
  return { isBusy, problem, setProblem, run };
}

function SetUpHere({ email, isBusy, onDone }: { email: string; isBusy: boolean; onDone: () => void }) {
  const [setUp, setSetUp] = useState<SetUp>();
  const beginning = useWork();
  if (setUp)
    return (
      <SetUpFactor
        setUp={setUp}
        email={email}
        cancel={
          <button type="button" className="btn" onClick={() => setSetUp(undefined)}>
            {t('common.back')}
          </button>
        }
        isBusy={isBusy}
        onDone={onDone}
      />
    );
  const begin = () =>
    beginning.run(async () => {
      try {
        setSetUp(await beginSetUp());
      } catch (error) {
        if (identityCode(error) !== 'second-factor-already-in-use') throw error;
        // This sign-in is one of before, or of another device.
        await clearSession(t('account.sign_in_again'));
      }
    });
  return (
    <>
      <p>{t('account.second_step_means')}</p>
      <FormMessage problem={beginning.problem} />
      <ActionButton className="btn btn-primary w-full" isBusy={beginning.isBusy} onClick={begin}>
        {t('account.set_up_second_step')}
      </ActionButton>
    </>
  );
}

/** The address comes first: by it an owner takes a second step back that they did not set up. */
function ProveFirst({ email, onProved }: { email: string; onProved: () => void }) {
  const sending = useWork();
  const asking = useWork();
  const [isSent, setIsSent] = useState(false);
  async function ask() {
    const { person } = await whoIsHere();
    await person.reload();
    await person.getIdToken(true);
    if (person.emailVerified) onProved();
    else asking.setProblem(t('account.email_not_confirmed_yet'));
  }
  async function send() {
    await sendVerification();
    setIsSent(true);
  }
  return (
    <>
      <p className="wrap-anywhere">{t('account.confirm_before_second_step')}</p>
      <FormMessage
        problem={sending.problem || asking.problem}
        notice={isSent ? t('common.email_on_its_way', { email }) : ''}
      />
      <div className="flex flex-wrap gap-3 *:grow">
        <ActionButton className="btn btn-primary" isBusy={sending.isBusy} onClick={() => sending.run(send)}>
          {t('account.confirm_your_email')}
        </ActionButton>
        <ActionButton className="btn btn-outline" isBusy={asking.isBusy} onClick={() => asking.run(ask)}>
          {t('account.i_have_confirmed_it')}
        </ActionButton>
      </div>
    </>
  );
}
