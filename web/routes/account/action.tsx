import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link, type ShouldRevalidateFunction } from 'react-router';
import { NewPassword } from '#contract/users/form.ts';
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

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Your account'), NOT_INDEXED];

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
    return { kind: 'dead', problem: 'This link is incomplete.', isOfPassword: !isOfAddress };
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
    title: 'Confirm your email',
    action: 'Confirm my email',
    done: 'Your email is confirmed.',
  },
  verifyAndChangeEmail: {
    title: 'Use this email?',
    action: 'Use this email',
    done: 'Your email has been changed. Please sign in with it.',
  },
  recoverEmail: {
    title: 'Undo the change?',
    action: 'Undo the change',
    done: 'Your old email is back. Please choose a new password now.',
  },
} as const;

export default function Action({ loaderData: asked }: Route.ComponentProps) {
  if (asked.kind === 'password') return <ChoosePassword {...asked} />;
  if (asked.kind === 'address') return <ConfirmAddress {...asked} />;
  return (
    <EntryCard title="Something went wrong">
      <FormMessage problem={asked.problem} />
      {asked.isOfPassword ? (
        <p className="mt-5 flex flex-wrap gap-3">
          <Link to="/account/forgot" className="btn btn-primary">
            Request a new link
          </Link>
          <Link to="/login" className="btn">
            Sign in
          </Link>
        </p>
      ) : (
        <>
          <p className="mt-5">
            If you have used it before, it is done. Your account shows your email, and can send you a new
            link.
          </p>
          <p className="mt-5">
            <Link to="/account" className="btn btn-primary">
              My account
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
    <EntryCard title="Choose a new password" intro={`For ${email}. You will be signed out everywhere else.`}>
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters, with a capital letter and a special character such as ! or ?."
          onEdit={() => edit('password')}
          {...faultOf('password')}
        />
        <PasswordField
          name="confirm"
          label="Confirm password"
          autoComplete="new-password"
          onEdit={() => edit('confirm')}
          {...faultOf('confirm')}
        />
        <FormMessage {...message} />
        <SubmitButton isBusy={isBusy}>Set my password</SubmitButton>
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

  if (isDone)
    return (
      <EntryCard title={done}>
        <Link to={mode === 'recoverEmail' ? '/account/forgot' : next} className="btn btn-primary">
          {mode === 'recoverEmail'
            ? 'Choose a new password'
            : next === '/'
              ? 'Continue to the school'
              : 'Continue'}
        </Link>
      </EntryCard>
    );
  // An owner who takes a change back cannot trust the password.
  if (isOwn || mode === 'recoverEmail')
    return (
      <EntryCard title={title}>
        <ConfirmButton code={code} onDone={confirmed}>
          {action}
        </ConfirmButton>
      </EntryCard>
    );
  return (
    <EntryCard title={title} intro={`Enter the password of the account ${account.email}.`}>
      <ConfirmByPassword {...account} code={code} onDone={confirmed}>
        {action}
      </ConfirmByPassword>
      {mode === 'verifyEmail' ? (
        <NotMine email={account.email} />
      ) : (
        <p className="mt-8 border-base-300 border-t pt-6 text-quiet text-sm">
          If you did not ask for this, close this page: nothing changes.
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
        label="Password"
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
      <h2 className="font-semibold">You did not create this account?</h2>
      <p className="text-quiet text-sm">
        Then do not confirm it. You can close this page, or choose a new password: that makes the account
        yours and signs out everyone else. Do the same if you have forgotten the password or sign in without
        one.
      </p>
      <FormMessage
        problem={problem}
        notice={
          isSent ? `An email is on its way to ${email}. The link in it works once, within an hour.` : ''
        }
      />
      <SubmitButton isBusy={isBusy} className="btn-outline w-full">
        Email me a link to a new password
      </SubmitButton>
    </form>
  );
}
