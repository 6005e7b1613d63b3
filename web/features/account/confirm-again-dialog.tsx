import { type FormEvent, useEffect, useState } from 'react';
import { t } from '#languages/t.ts';
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
    <Dialog title={t('account.please_confirm_it_is_you')} onClose={() => answer(false)}>
      <form method="post" onSubmit={submit} className="space-y-5">
        <p>{t('account.signed_in_while_ago')}</p>
        <input type="text" hidden autoComplete="username" value={account?.email ?? ''} readOnly />
        {hasPassword ? (
          <PasswordField
            name="password"
            label={t('account.your_password')}
            autoComplete="current-password"
            onEdit={() => setProblem('')}
          />
        ) : (
          service && (
            <p>
              {t('account.window_of_service', {
                provider: PROVIDER_NAMES[service as keyof typeof PROVIDER_NAMES] ?? service,
              })}
            </p>
          )
        )}
        <FormMessage problem={problem} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={() => answer(false)}>
            {t('common.cancel')}
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} isUnavailable={!account}>
            {t('common.continue')}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
