import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { type Account, readAccount, signInAgain } from './account.ts';
import { FormMessage } from './form-parts.tsx';
import { PasswordField } from './password-field.tsx';
import { PROVIDER_NAMES } from './providers.tsx';

/** Asks who is here once more, by the password or the service that they sign in with. */
export default function ConfirmAgainDialog({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const [account, setAccount] = useState<Account>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    readAccount().then(setAccount, (error) => setProblem(identityFault(error)));
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsBusy(true);
    setProblem('');
    try {
      await signInAgain(String(new FormData(event.currentTarget).get('password') ?? ''));
      answer(true);
    } catch (error) {
      setProblem(identityFault(error));
      setIsBusy(false);
    }
  }
  const hasPassword = account?.ways.includes('password');
  const [service = ''] = account?.ways.filter((way) => way !== 'password') ?? [];
  return (
    <Dialog title="Please confirm it is you" onClose={() => answer(false)}>
      <form method="post" onSubmit={submit} className="space-y-5">
        <p>You signed in a while ago. This step needs a fresh sign-in, to keep your account safe.</p>
        <input type="text" hidden autoComplete="username" value={account?.email ?? ''} readOnly />
        {hasPassword ? (
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            onEdit={() => setProblem('')}
          />
        ) : (
          service && (
            <p>A window of {PROVIDER_NAMES[service as keyof typeof PROVIDER_NAMES] ?? service} will open.</p>
          )
        )}
        <FormMessage problem={problem} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={() => answer(false)}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} isUnavailable={!account}>
            Continue
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
