import { type FormEvent, useState } from 'react';
import { findFault } from '#contract/fields.form.ts';
import { NewPassword } from '#contract/users.form.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { useChange } from '#web/lib/change.ts';
import { useConfig } from '#web/lib/config.ts';
import type { Account } from './account.ts';
import { accountChanges } from './changes.ts';
import { FormMessage, SubmitButton } from './form-parts.tsx';
import { Panel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';
import { PROVIDER_NAMES, ProviderMark } from './providers.tsx';

/** The address, and whether it is known to be the person's. */
export function AddressPanel({ account }: { account: Account }) {
  const { isBusy, problem, run } = useChange(accountChanges, 'sendVerification');
  return (
    <Panel title="Email" lead={account.email}>
      {account.isVerified ? (
        <p className="font-medium text-success">You have confirmed this email.</p>
      ) : (
        <div className="space-y-4">
          <p>
            This email is not confirmed yet. Once it is, you can always get back into your account with it.
          </p>
          <FormMessage problem={problem} />
          <ActionButton
            className="btn btn-outline"
            isBusy={isBusy}
            onClick={() => run({ email: account.email })}
          >
            Confirm your email
          </ActionButton>
        </div>
      )}
    </Panel>
  );
}

/** Changes the password, or sets the first one of an account that came from another service. */
export function PasswordForm({ account }: { account: Account }) {
  const { isBusy, problem, run, forget } = useChange(accountChanges, 'changePassword');
  const [fault, setFault] = useState('');
  const hasPassword = account.ways.includes('password');
  function clear() {
    setFault('');
    forget();
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const read = (name: string) => String(new FormData(form).get(name) ?? '');
    const typed = { email: account.email, password: read('next'), confirm: read('confirm') };
    const found = findFault(NewPassword, typed);
    setFault(found ?? '');
    if (found) return;
    const { isDone } = await run({ current: read('current'), next: typed.password });
    if (isDone) form.reset();
  }
  return (
    <Panel
      title="Password"
      lead={
        hasPassword
          ? undefined
          : 'You sign in with another service. A password gives you a second way to sign in.'
      }
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={account.email} readOnly />
        {hasPassword && (
          <PasswordField
            name="current"
            label="Current password"
            autoComplete="current-password"
            onEdit={clear}
          />
        )}
        <PasswordField name="next" label="New password" autoComplete="new-password" onEdit={clear} />
        <PasswordField
          name="confirm"
          label="Confirm new password"
          autoComplete="new-password"
          onEdit={clear}
        />
        <FormMessage problem={fault || problem} />
        <SubmitButton isBusy={isBusy} className="">
          {hasPassword ? 'Change password' : 'Set password'}
        </SubmitButton>
      </form>
    </Panel>
  );
}

/** Links accounts of other services and takes them off again; the last way in stays. */
export function LinkedAccounts({ account }: { account: Account }) {
  const { providers } = useConfig().identity;
  const linking = useChange(accountChanges, 'link');
  const unlinking = useChange(accountChanges, 'unlink');
  const isBusy = linking.isBusy || unlinking.isBusy;
  if (providers.length === 0) return null;
  return (
    <Panel title="Linked accounts" lead="Sign in with one click instead of a password.">
      <ul className="divide-y divide-base-300">
        {providers.map((service) => {
          const name = PROVIDER_NAMES[service];
          const isLinked = account.ways.includes(service);
          const isLast = isLinked && account.ways.length === 1;
          return (
            <li key={service} className="flex flex-wrap items-center gap-3 py-3">
              <ProviderMark provider={service} />
              <span className="flex-1 font-medium">{name}</span>
              <ActionButton
                className="btn btn-outline btn-sm"
                isUnavailable={isBusy || isLast}
                title={isLast ? 'This is your only way to sign in. Set a password first.' : undefined}
                onClick={() => (isLinked ? unlinking : linking).run({ service })}
              >
                {isLinked ? 'Unlink' : 'Link'}
                <span className="sr-only"> {name}</span>
              </ActionButton>
            </li>
          );
        })}
      </ul>
      <FormMessage problem={linking.problem || unlinking.problem} />
    </Panel>
  );
}
