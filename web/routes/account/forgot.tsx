import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { EmailField } from '#web/features/account/email-field.tsx';
import { EntryCard } from '#web/features/account/entry-card.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { identityCode, identityFault } from '#web/lib/identity-faults.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { withIdentity } from '#web/lib/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/forgot';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Forgot password'), NOT_INDEXED];

const MANY_LINKS =
  'A link was requested several times already. Use the one in the newest email, or try again in an hour.';

export default function Forgot() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [sentTo, setSentTo] = useState('');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setIsBusy(true);
    setProblem('');
    setSentTo('');
    try {
      const { sdk, auth } = await withIdentity();
      await sdk.sendPasswordResetEmail(auth, email);
      setSentTo(email);
    } catch (error) {
      const code = identityCode(error);
      // Nobody learns here whose address it is.
      if (code === 'user-not-found') setSentTo(email);
      else setProblem(code === 'too-many-requests' ? MANY_LINKS : identityFault(error));
    }
    setIsBusy(false);
  }

  return (
    <EntryCard title="Forgot password?" intro="We will email you a link to choose a new one.">
      <form method="post" onSubmit={submit} className="space-y-5">
        <EmailField onEdit={() => setProblem('')} />
        <FormMessage
          problem={problem}
          notice={
            sentTo &&
            `If ${sentTo} has an account here, an email is on its way. The link in it works once, within an hour.`
          }
        />
        <SubmitButton isBusy={isBusy}>Send me the link</SubmitButton>
        <p className="text-center text-sm">
          <Link to="/login" className="link link-primary">
            Back to sign in
          </Link>
        </p>
      </form>
    </EntryCard>
  );
}
