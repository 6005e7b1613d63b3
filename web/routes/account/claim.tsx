import { Link, useLocation } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Claim, learnerCalls } from '#contract/learners.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { useLeaving } from '#web/components/leaving.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { EntryCard } from '#web/features/account/entry-card.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { claimChanges } from '#web/features/learners/changes.ts';
import { claimWords } from '#web/features/learners/claim-words.ts';
import { apiOf } from '#web/lib/api.ts';
import { actionOf, announce, useChange } from '#web/lib/change.ts';
import { useFormats } from '#web/lib/formats.ts';
import { whoIsHere } from '#web/lib/guard.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { loginPath } from '#web/lib/return-path.ts';
import { renewUser } from '#web/lib/session/register-with-school.ts';
import { SIGN_IN_UNREACHABLE } from '#web/lib/session/session.ts';
import { signOut } from '#web/lib/session/sign-out.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/claim';

const api = apiOf(learnerCalls);

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Your family'), NOT_INDEXED];

type Opened =
  | { kind: 'stranger' }
  | { kind: 'open'; token: string; claim: Claim }
  | { kind: 'refused'; code: keyof typeof REFUSED; email: string };

/** Reads what the link of a mail asks. It is accepted by a click: programs that scan mails must not do it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Opened> {
  const session = await whoIsHere();
  if (session.state !== 'signed-in') return { kind: 'stranger' };
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    return { kind: 'open', token, claim: await api.readClaim({ params: { token } }) };
  } catch (error) {
    const code = apiErrorOf(error)?.code ?? '';
    if (!isRefused(code)) throw error;
    return { kind: 'refused', code, email: session.user.email };
  }
}

const isRefused = (code: string): code is keyof typeof REFUSED => Object.hasOwn(REFUSED, code);

const addressChanges = {
  sendVerification: accountChanges.sendVerification,
  renewUser: () => announce(renewUser(), { failed: SIGN_IN_UNREACHABLE }),
};

export const clientAction = actionOf({ ...claimChanges, ...addressChanges });

export const HydrateFallback = () => <Spinner />;

export default function ClaimPage({ loaderData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case 'stranger':
      return <Stranger />;
    case 'open':
      return <Asked claim={loaderData.claim} token={loaderData.token} />;
    case 'refused':
      return <Refused code={loaderData.code} email={loaderData.email} />;
  }
}

/** Somebody who is not signed in: what is asked is for the eyes of who got the mail. */
function Stranger() {
  const { pathname, search } = useLocation();
  const login = loginPath(pathname + search);
  return (
    <EntryCard
      title="Sign in to go on"
      intro="Somebody has sent you a link about a family at this school. Sign in with the email address that it came to, or create an account with it."
    >
      <div className="flex flex-wrap gap-3 *:grow">
        <Link to={login} className="btn btn-primary">
          Sign in
        </Link>
        <Link to={login.replace('/login', '/register')} className="btn btn-outline">
          Create an account
        </Link>
      </div>
    </EntryCard>
  );
}

function Asked({ claim, token }: { claim: Claim; token: string }) {
  const { run, isBusy, problem } = useChange(claimChanges, 'acceptClaim');
  const { day } = useFormats();
  const { title, sentences, action } = claimWords(claim);
  return (
    <EntryCard title={title}>
      <div className="space-y-4">
        {sentences.map((sentence) => (
          <p key={sentence} className="wrap-anywhere">
            {sentence}
          </p>
        ))}
        <FormMessage problem={problem} />
        <ActionButton
          className="btn btn-primary w-full"
          isBusy={isBusy}
          onClick={() => run({ token, claim })}
        >
          {action}
        </ActionButton>
        <p className="text-quiet text-sm">
          The link works until {day(claim.until)}. If you did not expect it, close this page, and nothing
          changes.
        </p>
      </div>
    </EntryCard>
  );
}

/** What keeps somebody from what a link asks, by the code of the refusal. */
const REFUSED = {
  'claim-not-found': {
    title: 'This link no longer works',
    intro: 'It was accepted already, has run out or was taken back. Ask whoever sent it for a new one.',
    Help: FamilyLink,
  },
  'claim-other-address': {
    title: 'This link is for another address',
    intro: 'Sign in with the email address that it came to.',
    Help: OtherAccount,
  },
  'email-not-verified': {
    title: 'Confirm your email first',
    intro: 'So that nobody else can accept this in your name.',
    Help: ProveAddress,
  },
} satisfies { [C in ErrorCode]?: object };

function Refused({ code, email }: { code: keyof typeof REFUSED; email: string }) {
  const { title, intro, Help } = REFUSED[code];
  return (
    <EntryCard title={title} intro={intro}>
      <p className="wrap-anywhere mb-4">
        You are signed in as <strong>{email}</strong>.
      </p>
      <Help email={email} />
    </EntryCard>
  );
}

function FamilyLink() {
  return (
    <Link to="/account/family" className="btn btn-primary">
      My family
    </Link>
  );
}

function OtherAccount() {
  const { leaveBy } = useLeaving();
  // The page then asks to sign in, and knows the way back.
  return (
    <button type="button" className="btn btn-primary" onClick={() => leaveBy(signOut)}>
      Sign out
    </button>
  );
}

function ProveAddress({ email }: { email: string }) {
  const sending = useChange(addressChanges, 'sendVerification');
  const renewing = useChange(addressChanges, 'renewUser');
  return (
    <div className="space-y-4">
      <FormMessage problem={sending.problem} />
      <div className="flex flex-wrap gap-3 *:grow">
        <ActionButton
          className="btn btn-primary"
          isBusy={sending.isBusy}
          onClick={() => sending.run({ email })}
        >
          Confirm your email
        </ActionButton>
        <ActionButton className="btn btn-outline" isBusy={renewing.isBusy} onClick={() => renewing.run()}>
          I have confirmed it
        </ActionButton>
      </div>
    </div>
  );
}
