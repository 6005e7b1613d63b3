import { type FormEvent, useRef, useState } from 'react';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import { AddressDraft, NewPassword } from '#contract/users/form.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { TextField } from '#web/components/form/field.tsx';
import type { Account } from '#web/features/account/account.ts';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { PROVIDER_NAMES, ProviderMark } from '#web/features/account/providers.tsx';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { Panel } from './panel.tsx';

/** The address, and whether it is known to be the person's. */
export function AddressPanel({ account }: { account: Account }) {
  const { isBusy, problem, run } = useChange(accountChanges, 'sendVerification');
  return (
    <Panel title="Email" lead={account.email}>
      {account.isVerified ? (
        <>
          <p className="mb-4 font-medium text-success">You have confirmed this email.</p>
          <ChangeAddress account={account} />
        </>
      ) : (
        <div className="space-y-4">
          <p>
            This email is not confirmed yet. Once it is, you can always get back into your account with it.
          </p>
          <FormMessage problem={problem} />
          <div className="flex flex-wrap items-start gap-3">
            <ActionButton
              className="btn btn-outline"
              isBusy={isBusy}
              onClick={() => run({ email: account.email })}
            >
              Confirm your email
            </ActionButton>
            <ChangeAddress account={account} />
          </div>
        </div>
      )}
    </Panel>
  );
}

/** Asks for another address, in a form that opens by a button. */
function ChangeAddress({ account }: { account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const { isBusy, problem, run, forget } = useChange(accountChanges, 'changeAddress');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(AddressDraft, form);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const email = String(typed.get('newemail')).trim();
    if (!check({ newemail: email })) return;
    const { isDone } = await run({ email, password: String(typed.get('password') ?? '') });
    if (isDone) setIsOpen(false);
  }
  if (!isOpen)
    return (
      <button type="button" className="btn btn-outline" onClick={() => setIsOpen(true)}>
        Change your email
      </button>
    );
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="w-full space-y-5">
      <TextField
        label="New email"
        name="newemail"
        type="email"
        required
        autoComplete="email"
        maxLength={EMAIL_MAX}
        hint="We will send a link to it. Your email changes once you follow the link, and your old address gets an email about it."
        error={faults.newemail}
        onChange={() => clear('newemail')}
      />
      {account.ways.includes('password') ? (
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          onEdit={forget}
        />
      ) : (
        <p>A window will open in which you confirm who you are.</p>
      )}
      <FormMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} className="">
          Send the link
        </SubmitButton>
        <button type="button" className="btn" onClick={() => setIsOpen(false)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Changes the password, or sets the first one of an account that came from another service. */
export function PasswordForm({ account }: { account: Account }) {
  const { isBusy, problem, run, forget } = useChange(accountChanges, 'changePassword');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(NewPassword, form);
  const { faultOf, message } = useEntryFaults(form, { problem, faults });
  const hasPassword = account.ways.includes('password');
  function edit(name: string) {
    clear(name);
    forget();
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    const next = read('password');
    if (!check({ email: account.email, password: next, confirm: read('confirm') })) return;
    const { isDone } = await run({ current: read('current'), next });
    if (isDone) form.current?.reset();
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
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={account.email} readOnly />
        {hasPassword && (
          <PasswordField
            name="current"
            label="Current password"
            autoComplete="current-password"
            onEdit={() => edit('current')}
            {...faultOf('current')}
          />
        )}
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          onEdit={() => edit('password')}
          {...faultOf('password')}
        />
        <PasswordField
          name="confirm"
          label="Confirm new password"
          autoComplete="new-password"
          onEdit={() => edit('confirm')}
          {...faultOf('confirm')}
        />
        <FormMessage {...message} />
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
