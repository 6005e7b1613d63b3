import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { findFault } from '#contract/fields.form.ts';
import { NewPassword } from '#contract/users.form.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { mailedChanges } from '#web/features/account/changes.ts';
import { EntryCard } from '#web/features/account/entry-card.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { actionOf, useChange } from '#web/lib/change.ts';
import { identityFault } from '#web/lib/identity-faults.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { withIdentity } from '#web/lib/session/identity-sdk.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/action';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Your account'), NOT_INDEXED];

type MailedLink =
  | { kind: 'password'; code: string; email: string }
  | { kind: 'address'; code: string; mode: keyof typeof ADDRESS_WORDS }
  | { kind: 'dead'; problem: string };

/** Reads the link of an email. What it stands for happens by a click: programs that scan emails must not consume it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<MailedLink> {
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get('mode') ?? '';
  const code = searchParams.get('oobCode') ?? '';
  if (code && Object.hasOwn(ADDRESS_WORDS, mode)) {
    return { kind: 'address', code, mode: mode as keyof typeof ADDRESS_WORDS };
  }
  if (!code || mode !== 'resetPassword') return { kind: 'dead', problem: 'This link is incomplete.' };
  try {
    const { sdk, auth } = await withIdentity();
    return { kind: 'password', code, email: await sdk.verifyPasswordResetCode(auth, code) };
  } catch (error) {
    return { kind: 'dead', problem: identityFault(error) };
  }
}

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
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to="/account/forgot" className="btn btn-primary">
          Request a new link
        </Link>
        <Link to="/" className="btn">
          Back to Home
        </Link>
      </p>
    </EntryCard>
  );
}

function ChoosePassword({ code, email }: { code: string; email: string }) {
  const { isBusy, problem, run, forget } = useChange(mailedChanges, 'setPassword');
  const [fault, setFault] = useState('');
  function clear() {
    setFault('');
    forget();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const found = findFault(NewPassword, { email, password, confirm: String(form.get('confirm')) });
    setFault(found ?? '');
    if (!found) void run({ code, email, password });
  }

  return (
    <EntryCard title="Choose a new password" intro={`For ${email}. You will be signed out everywhere else.`}>
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <input type="text" hidden autoComplete="username" value={email} readOnly />
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          hint="At least 6 characters, with a capital letter and a special character such as ! or ?."
          onEdit={clear}
        />
        <PasswordField name="confirm" label="Confirm password" autoComplete="new-password" onEdit={clear} />
        <FormMessage problem={fault || problem} />
        <SubmitButton isBusy={isBusy}>Set my password</SubmitButton>
      </form>
    </EntryCard>
  );
}

function ConfirmAddress({ code, mode }: { code: string; mode: keyof typeof ADDRESS_WORDS }) {
  const { title, action, done } = ADDRESS_WORDS[mode];
  const { isBusy, problem, run } = useChange(mailedChanges, 'confirmAddress');
  const [isDone, setIsDone] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    setIsDone((await run({ code })).isDone);
  }

  return (
    <EntryCard title={isDone ? done : title}>
      {isDone ? (
        <Link to={mode === 'recoverEmail' ? '/account/forgot' : '/'} className="btn btn-primary">
          {mode === 'recoverEmail' ? 'Choose a new password' : 'Back to Home'}
        </Link>
      ) : (
        <form method="post" onSubmit={confirm} className="space-y-5">
          <FormMessage problem={problem} />
          <SubmitButton isBusy={isBusy}>{action}</SubmitButton>
        </form>
      )}
    </EntryCard>
  );
}
