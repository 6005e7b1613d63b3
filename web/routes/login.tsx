import { type FormEvent, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { TextField } from '#web/components/field.tsx';
import { EntryCard } from '#web/features/account/entry-card.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { useLeadOn } from '#web/features/account/lead-on.ts';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { SocialButtons } from '#web/features/account/social-buttons.tsx';
import { onlySignedOut } from '#web/lib/guard.ts';
import { identityFault } from '#web/lib/identity-faults.ts';
import { useReturnPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session.ts';
import { signIn } from '#web/lib/sign-in.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Login')];

export const clientMiddleware = [onlySignedOut];
// The form is in the server's HTML; the guard runs on later navigations, and the page itself looks at the first.
export const loader = () => null;
export const clientLoader = () => null;

export default function Login() {
  const session = useSession();
  const from = useReturnPath();
  const leadOn = useLeadOn();
  const [isBusy, setIsBusy] = useState(false);
  // A window of another service is open; whoever closed it need not wait for that to be noticed.
  const [isAway, setIsAway] = useState(false);
  const [problem, setProblem] = useState('');
  const clear = () => setProblem('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem('');
    try {
      const { state } = await signIn(String(form.get('email')).trim(), String(form.get('password')));
      // Still busy: a page that is being left must not look again where to send a signed-in person.
      if (state === 'signed-in') return await leadOn();
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }

  if (session.state === 'signed-in' && !isBusy && !isAway) return <Navigate to={from ?? '/'} replace />;
  const notice = session.state === 'signed-out' ? session.notice : undefined;
  return (
    <EntryCard title="Welcome back" intro="Sign in to your classes." hasTabs>
      <form method="post" onSubmit={submit} className="space-y-5">
        <TextField
          label="Email"
          // Not `type="email"`: a browser would refuse, or rewrite, an address that an older account has.
          inputMode="email"
          name="email"
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={clear}
        />
        <PasswordField name="password" label="Password" autoComplete="current-password" onEdit={clear} />
        <FormMessage
          problem={problem || (session.state === 'failed' ? session.problem : '')}
          notice={problem ? '' : notice}
        />
        <SubmitButton isBusy={isBusy}>Login</SubmitButton>
        <p className="text-center text-sm">
          <Link to="/account/forgot" className="link link-primary">
            Forgot password?
          </Link>
        </p>
      </form>
      <SocialButtons onBusy={setIsAway} onProblem={setProblem} onDone={leadOn} />
    </EntryCard>
  );
}
