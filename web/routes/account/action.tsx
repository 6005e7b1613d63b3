import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, type ShouldRevalidateFunction } from 'react-router';
import { NewPassword } from '#contract/users/form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { type MailedCode, readMailedCode } from '#web/features/account/account.ts';
import { mailedChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { continuePathOf } from '#web/lib/address/return-path.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { withIdentity } from '#web/lib/session/identity-sdk.ts';
import type { Route } from './+types/action';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.your_account')),
  NOT_INDEXED,
];

type MailedLink =
  | { kind: 'password'; code: string; email: string; next: string }
  | ({ kind: 'address'; code: string; mode: keyof typeof ADDRESS_WORDS; next: string } & MailedCode)
  | { kind: 'dead'; problem: string; isOfPassword: boolean };

/**
 * Reads the link of an email. What it stands for happens by a click: programs that scan emails must not
 * consume it.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<MailedLink> {
  const { searchParams, search } = new URL(request.url);
  const next = continuePathOf(search);
  const mode = searchParams.get('mode') ?? '';
  const code = searchParams.get('oobCode') ?? '';
  const isOfAddress = Object.hasOwn(ADDRESS_WORDS, mode);
  if (!code || (!isOfAddress && mode !== 'resetPassword'))
    return { kind: 'dead', problem: t('account.this_link_is_incomplete'), isOfPassword: !isOfAddress };
  try {
    if (isOfAddress) {
      const mailed = await readMailedCode(code);
      return { kind: 'address', code, mode: mode as keyof typeof ADDRESS_WORDS, next, ...mailed };
    }
    const { sdk, auth } = await withIdentity();
    return { kind: 'password', code, email: await sdk.verifyPasswordResetCode(auth, code), next };
  } catch (error) {
    return { kind: 'dead', problem: identityFault(error), isOfPassword: !isOfAddress };
  }
}

/** Once what a link stood for is done, it works no more, and the page says what was done. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href !== nextUrl.href;

export const clientAction = actionOf(mailedChanges);

export const HydrateFallback = () => <Spinner />;

const ADDRESS_WORDS = {
  verifyEmail: {
    title: 'account.confirm_your_email',
    action: 'account.confirm_my_email',
    done: 'account.email_confirmed',
  },
  verifyAndChangeEmail: {
    title: 'account.use_this_email_question',
    action: 'account.use_this_email',
    done: 'account.email_changed',
  },
  recoverEmail: {
    title: 'account.undo_change_question',
    action: 'account.undo_change',
    done: 'account.old_email_back',
  },
  revertSecondFactorAddition: {
    title: 'account.undo_second_step_question',
    action: 'account.undo_second_step',
    done: 'account.second_step_undone',
  },
} as const satisfies Record<string, Record<'title' | 'action' | 'done', PlainId>>;

export default function Action({ loaderData: asked }: Route.ComponentProps) {
  if (asked.kind === 'password') return <ChoosePassword {...asked} />;
  if (asked.kind === 'address') return <ConfirmAddress {...asked} />;
  return (
    <EntryCard title={t('common.something_went_wrong')}>
      <FormMessage problem={asked.problem} />
      {asked.isOfPassword ? (
        <p className="mt-5 flex flex-wrap gap-3">
          <Link to="/account/forgot" className="btn btn-primary">
            {t('account.request_new_link')}
          </Link>
          <Link to="/login" className="btn">
            {t('common.sign_in')}
          </Link>
        </p>
      ) : (
        <>
          <p className="mt-5">{t('account.link_used_before')}</p>
          <p className="mt-5">
            <Link to="/account" className="btn btn-primary">
              {t('account.my_account')}
            </Link>
          </p>
        </>
      )}
    </EntryCard>
  );
}

function ChoosePassword({ code, email, next }: { code: string; email: string; next: string }) {
  const { isBusy, problem, run, forget } = useChange(mailedChanges, 'setPassword');
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(NewPassword, form);
  const { faultOf, message } = useEntryFaults(form, { problem, faults });
  function edit(name: string) {
    clear(name);
    forget();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const password = String(typed.get('password'));
    if (check({ email, password, confirm: String(typed.get('confirm')) }))
      void run({ code, email, password, next });
  }

  return (
    <EntryCard title={t('account.choose_new_password')} intro={t('account.new_password_lead', { email })}>
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          name="password"
          label={t('account.new_password')}
          autoComplete="new-password"
          hint={t('account.password_rules')}
          onEdit={() => edit('password')}
          {...faultOf('password')}
        />
        <PasswordField
          name="confirm"
          label={t('account.confirm_password')}
          autoComplete="new-password"
          onEdit={() => edit('confirm')}
          {...faultOf('confirm')}
        />
        <FormMessage {...message} />
        <SubmitButton isBusy={isBusy}>{t('account.set_my_password')}</SubmitButton>
      </form>
    </EntryCard>
  );
}

function ConfirmAddress({
  code,
  mode,
  next,
  isOwn,
  ...account
}: { code: string; mode: keyof typeof ADDRESS_WORDS; next: string } & MailedCode) {
  const { title, action, done } = ADDRESS_WORDS[mode];
  const [isDone, setIsDone] = useState(false);
  const confirmed = () => setIsDone(true);
  const isTakenBack = mode === 'recoverEmail' || mode === 'revertSecondFactorAddition';

  if (isDone)
    return (
      <EntryCard title={t(done)}>
        <Link to={isTakenBack ? '/account/forgot' : next} className="btn btn-primary">
          {isTakenBack
            ? t('account.choose_new_password')
            : next === '/'
              ? t('account.continue_to_school')
              : t('common.continue')}
        </Link>
      </EntryCard>
    );
  // An owner who takes a change back cannot trust the password.
  if (isOwn || isTakenBack)
    return (
      <EntryCard title={t(title)}>
        <ConfirmButton code={code} onDone={confirmed}>
          {t(action)}
        </ConfirmButton>
      </EntryCard>
    );
  return (
    <EntryCard title={t(title)} intro={t('account.enter_password_of_account', { email: account.email })}>
      <ConfirmByPassword {...account} code={code} onDone={confirmed}>
        {t(action)}
      </ConfirmByPassword>
      {mode === 'verifyEmail' ? (
        <NotMine email={account.email} />
      ) : (
        <p className="mt-8 border-base-300 border-t pt-6 text-quiet text-sm">
          {t('account.did_not_ask_for_change')}
        </p>
      )}
    </EntryCard>
  );
}

type Confirming = { code: string; onDone: () => void; children: ReactNode };

function ConfirmButton({ code, onDone, children }: Confirming) {
  const { isBusy, problem, run } = useChange(mailedChanges, 'confirmAddress');
  async function confirm(event: FormEvent) {
    event.preventDefault();
    if ((await run({ code })).isDone) onDone();
  }
  return (
    <form method="post" onSubmit={confirm} className="space-y-5">
      <FormMessage problem={problem} />
      <SubmitButton isBusy={isBusy}>{children}</SubmitButton>
    </form>
  );
}

function ConfirmByPassword({
  code,
  email,
  proves,
  onDone,
  children,
}: Confirming & Pick<MailedCode, 'email' | 'proves'>) {
  const { isBusy, problem, run, forget } = useChange(mailedChanges, 'confirmByPassword');
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });
  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if ((await run({ code, email, proves, password })).isDone) onDone();
  }
  return (
    <form ref={form} method="post" onSubmit={confirm} className="space-y-5">
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={t('common.password')}
        autoComplete="current-password"
        onEdit={forget}
        {...faultOf('password')}
      />
      <FormMessage {...message} />
      <SubmitButton isBusy={isBusy}>{children}</SubmitButton>
    </form>
  );
}

/**
 * A stranger may have opened the account: a new password ends every sign-in of theirs, and confirms the
 * address.
 */
function NotMine({ email }: { email: string }) {
  const { isBusy, problem, run } = useChange(mailedChanges, 'requestPasswordReset');
  const [isSent, setIsSent] = useState(false);
  async function ask(event: FormEvent) {
    event.preventDefault();
    setIsSent((await run({ email })).isDone);
  }
  return (
    <form method="post" onSubmit={ask} className="mt-8 space-y-4 border-base-300 border-t pt-6">
      <h2 className="font-semibold">{t('account.not_your_account')}</h2>
      <p className="text-quiet text-sm">{t('account.not_your_account_lead')}</p>
      <FormMessage problem={problem} notice={isSent ? t('account.reset_sent', { email }) : ''} />
      <SubmitButton isBusy={isBusy} className="btn-outline w-full">
        {t('account.send_reset_link')}
      </SubmitButton>
    </form>
  );
}
