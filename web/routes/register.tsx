import { type FormEvent, useState } from 'react';
import { Navigate } from 'react-router';
import { findRegistrationFault, NAME_MAX } from '#contract/users.ts';
import { TextField } from '#web/components/field.tsx';
import { toast } from '#web/components/toasts.tsx';
import { EntryCard } from '#web/features/account/entry-card.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { useLeadOn } from '#web/features/account/lead-on.ts';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { PhotoField } from '#web/features/account/photo-field.tsx';
import { SocialButtons } from '#web/features/account/social-buttons.tsx';
import { onlySignedOut } from '#web/lib/guard.ts';
import { identityFault } from '#web/lib/identity-faults.ts';
import { useReturnPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session.ts';
import { register } from '#web/lib/sign-in.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/register';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Registration')];

export const clientMiddleware = [onlySignedOut];
// The form is in the server's HTML; the guard runs on later navigations, and the page itself looks at the first.
export const loader = () => null;
export const clientLoader = () => null;

export default function Register() {
  const session = useSession();
  const from = useReturnPath();
  const leadOn = useLeadOn();
  const [isBusy, setIsBusy] = useState(false);
  // A window of another service is open; whoever closed it need not wait for that to be noticed.
  const [isAway, setIsAway] = useState(false);
  const [problem, setProblem] = useState('');
  const [photo, setPhoto] = useState<{ url: string | null; isBusy: boolean }>({ url: null, isBusy: false });
  const clear = () => setProblem('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? '');
    const email = read('email').trim();
    const password = read('password');
    const fault = findRegistrationFault(email, password, read('confirm'));
    setProblem(fault ?? '');
    if (fault) return;
    setIsBusy(true);
    try {
      const name = read('name').trim() || email.replace(/@.*/, '');
      const { state } = await register({ email, password, name, photoURL: photo.url });
      if (state === 'signed-in') {
        void toast('info', `Welcome! Please confirm your email: we have sent a link to ${email}.`);
        // Still busy: a page that is being left must not look again where to send a signed-in person.
        return await leadOn();
      }
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }

  if (session.state === 'signed-in' && !isBusy && !isAway) return <Navigate to={from ?? '/'} replace />;
  return (
    <EntryCard title="Join the school" intro="An account takes a minute and costs nothing." hasTabs>
      {/* The page's own five checks speak, in their order; the browser's would come first. */}
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <TextField label="Name (optional)" name="name" maxLength={NAME_MAX} autoComplete="name" />
        <TextField
          label="Email"
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={clear}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 6 characters, with a capital letter and a special character such as ! or ?."
          onEdit={clear}
        />
        <PasswordField name="confirm" label="Confirm password" autoComplete="new-password" onEdit={clear} />
        <PhotoField label="Profile image" url={photo.url} onChange={setPhoto} />
        <FormMessage problem={problem || (session.state === 'failed' ? session.problem : '')} />
        <SubmitButton isBusy={isBusy} isDisabled={photo.isBusy}>
          Register
        </SubmitButton>
      </form>
      <SocialButtons onBusy={setIsAway} onProblem={setProblem} onDone={leadOn} />
    </EntryCard>
  );
}
