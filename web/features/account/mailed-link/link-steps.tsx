import { Link, useLocation } from 'react-router';
import type { LinkStep } from '#contract/mailed-links.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useLeaving } from '#web/components/layout/leaving.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { loginPath } from '#web/lib/address/login-path.ts';
import { announce, useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { renewUser } from '#web/lib/session/register-with-school.ts';
import { signOut } from '#web/lib/session/sign-out.ts';

/* What the reader of a mailed link does before they can accept what it asks. */

/** The changes that `LinkSteps` makes. */
export const linkChanges = {
  sendVerification: accountChanges.sendVerification,
  renewUser: () => announce(renewUser(), { failed: t('account.sign_in_unreachable') }),
};

type Props = {
  step: LinkStep;
  /** The address that the mail was sent to. */
  email: string;
  /** Whether someone is signed in, with that address. */
  isHere: boolean;
};

/** The steps that lead to the page again: signing in, or having the address proved by another mail. */
export function LinkSteps({ step, email, isHere }: Props) {
  if (step === 'sign-in') return <SignInFirst email={email} />;
  if (step !== 'mail') return null;
  return isHere ? <ProveAddress email={email} /> : <Register email={email} />;
}

/** The sign-in page that leads back here. */
function useLoginPath() {
  const { pathname, search } = useLocation();
  return loginPath(pathname + search);
}

function SignInFirst({ email }: { email: string }) {
  return (
    <>
      <p className="wrap-anywhere">
        {rich('account.has_account_already', { email: <strong>{email}</strong> })}
      </p>
      <Link to={useLoginPath()} className="btn btn-primary w-full">
        {t('common.sign_in')}
      </Link>
    </>
  );
}

/** Where the identity service alone can prove an address, by a mail of its own. */
function Register({ email }: { email: string }) {
  const login = useLoginPath();
  return (
    <>
      <p className="wrap-anywhere">
        {rich('account.sign_in_or_create', { email: <strong>{email}</strong> })}
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Link to={login} className="btn btn-primary">
          {t('common.sign_in')}
        </Link>
        <Link to={login.replace('/login', '/register')} className="btn btn-outline">
          {t('account.create_account')}
        </Link>
      </div>
    </>
  );
}

function ProveAddress({ email }: { email: string }) {
  const sending = useChange(linkChanges, 'sendVerification');
  const renewing = useChange(linkChanges, 'renewUser');
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere">
        {rich('account.confirm_address_first', { email: <strong>{email}</strong> })}
      </p>
      <FormMessage problem={sending.problem} />
      <div className="flex flex-wrap gap-3 *:grow">
        <ActionButton
          className="btn btn-primary"
          isBusy={sending.isBusy}
          onClick={() => sending.run({ email })}
        >
          {t('account.confirm_your_email')}
        </ActionButton>
        <ActionButton className="btn btn-outline" isBusy={renewing.isBusy} onClick={() => renewing.run()}>
          {t('account.i_have_confirmed_it')}
        </ActionButton>
      </div>
    </div>
  );
}

/** Signs out: the page then asks to sign in, and knows the way back. */
export function OtherAccount() {
  const { leaveBy } = useLeaving();
  return (
    <button type="button" className="btn btn-primary" onClick={() => leaveBy(signOut)}>
      {t('common.sign_out')}
    </button>
  );
}
