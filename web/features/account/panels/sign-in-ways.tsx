import { type FormEvent, useRef, useState } from 'react';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import { AddressDraft, NewPassword } from '#contract/users/form.ts';
import { t } from '#languages/t.ts';
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
import { rich } from '#web/lib/rich.ts';
import { Panel } from './panel.tsx';

/** The address, and whether it is known to be the person's. */
export function AddressPanel({ account }: { account: Account }) {
  const { isBusy, problem, run } = useChange(accountChanges, 'sendVerification');
  return (
    <Panel title={t('common.email')} lead={account.email}>
      {account.isVerified ? (
        <>
          <p className="mb-4 font-medium text-success">{t('account.you_have_confirmed_this_email')}</p>
          <ChangeAddress account={account} />
        </>
      ) : (
        <div className="space-y-4">
          <p>{t('account.email_not_confirmed_yet')}</p>
          <FormMessage problem={problem} />
          <div className="flex flex-wrap items-start gap-3">
            <ActionButton
              className="btn btn-outline"
              isBusy={isBusy}
              onClick={() => run({ email: account.email })}
            >
              {t('account.confirm_your_email')}
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
        {t('account.change_your_email')}
      </button>
    );
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="w-full space-y-5">
      <TextField
        label={t('account.new_email')}
        name="newemail"
        type="email"
        required
        autoComplete="email"
        maxLength={EMAIL_MAX}
        hint={t('account.new_email_hint')}
        error={faults.newemail}
        onChange={() => clear('newemail')}
      />
      {account.ways.includes('password') ? (
        <PasswordField
          name="password"
          label={t('account.your_password')}
          autoComplete="current-password"
          onEdit={forget}
        />
      ) : (
        <p>{t('account.window_to_confirm')}</p>
      )}
      <FormMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={isBusy} className="">
          {t('account.send_link')}
        </SubmitButton>
        <button type="button" className="btn" onClick={() => setIsOpen(false)}>
          {t('common.cancel')}
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
    <Panel title={t('common.password')} lead={hasPassword ? undefined : t('account.no_password_yet')}>
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={account.email} readOnly />
        {hasPassword && (
          <PasswordField
            name="current"
            label={t('account.current_password')}
            autoComplete="current-password"
            onEdit={() => edit('current')}
            {...faultOf('current')}
          />
        )}
        <PasswordField
          name="password"
          label={t('account.new_password')}
          autoComplete="new-password"
          onEdit={() => edit('password')}
          {...faultOf('password')}
        />
        <PasswordField
          name="confirm"
          label={t('account.confirm_new_password')}
          autoComplete="new-password"
          onEdit={() => edit('confirm')}
          {...faultOf('confirm')}
        />
        <FormMessage {...message} />
        <SubmitButton isBusy={isBusy} className="">
          {hasPassword ? t('account.change_password') : t('account.set_password')}
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
    <Panel title={t('account.linked_accounts')} lead={t('account.linked_accounts_lead')}>
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
                title={isLast ? t('account.only_way_in') : undefined}
                onClick={() => (isLinked ? unlinking : linking).run({ service })}
              >
                {rich(isLinked ? 'account.unlink' : 'account.link', {
                  service: name,
                  hidden: (words) => <span className="sr-only">{words}</span>,
                })}
              </ActionButton>
            </li>
          );
        })}
      </ul>
      <FormMessage problem={linking.problem || unlinking.problem} />
    </Panel>
  );
}
