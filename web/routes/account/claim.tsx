import { Link, useLocation } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Claim, learnerCalls } from '#contract/learners/calls.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useLeaving } from '#web/components/layout/leaving.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { claimChanges } from '#web/features/learners/changes.ts';
import { claimWords } from '#web/features/learners/guardians/claim-words.ts';
import { loginPath } from '#web/lib/address/login-path.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, announce, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { whoIsHere } from '#web/lib/session/guard.ts';
import { renewUser } from '#web/lib/session/register-with-school.ts';
import { SIGN_IN_UNREACHABLE, useSession } from '#web/lib/session/session.ts';
import { signOut } from '#web/lib/session/sign-out.ts';
import type { Route } from './+types/claim';
import { ClaimAccount, ClaimConsent } from './claim-account.tsx';

const api = apiOf(learnerCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Your family'), NOT_INDEXED];

type Opened =
  | { kind: 'open'; token: string; claim: Claim; isHere: boolean }
  | { kind: 'refused'; code: keyof typeof REFUSED; email: string | undefined };

/** Reads what the link of a mail asks. It is accepted by a click: programs that scan mails must not do it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Opened> {
  const session = await whoIsHere();
  const email = session.state === 'signed-in' ? session.user.email : undefined;
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    const claim = await api.readClaim({ params: { token } });
    return { kind: 'open', token, claim, isHere: email !== undefined };
  } catch (error) {
    const code = apiErrorOf(error)?.code ?? '';
    if (!isRefused(code)) throw error;
    return { kind: 'refused', code, email };
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
  const isConsenting = useSession().state === 'consenting';
  if (loaderData.kind === 'refused') return <Refused code={loaderData.code} email={loaderData.email} />;
  return isConsenting ? <ClaimConsent /> : <Asked {...loaderData} />;
}

function Asked({ claim, token, isHere }: { claim: Claim; token: string; isHere: boolean }) {
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
        {claim.step === 'accept' && <Accept claim={claim} token={token} action={action} />}
        {claim.step === 'sign-in' && <SignInFirst email={claim.email} />}
        {claim.step === 'password' && <ClaimAccount claim={claim} token={token} action={action} />}
        {claim.step === 'mail' && (isHere ? <ProveAddress email={claim.email} /> : <Register {...claim} />)}
        <p className="text-quiet text-sm">
          The link works until {day(claim.until)}. If you did not expect it, close this page, and nothing
          changes.
        </p>
      </div>
    </EntryCard>
  );
}

function Accept({ claim, token, action }: { claim: Claim; token: string; action: string }) {
  const { run, isBusy, problem } = useChange(claimChanges, 'acceptClaim');
  return (
    <>
      <FormMessage problem={problem} />
      <ActionButton className="btn btn-primary w-full" isBusy={isBusy} onClick={() => run({ token, claim })}>
        {action}
      </ActionButton>
    </>
  );
}

/** The sign-in page that leads back here. */
function useLoginPath() {
  const { pathname, search } = useLocation();
  return loginPath(pathname + search);
}

function SignInFirst({ email }: { email: string }) {
  return (
    <>
      <p className="wrap-anywhere">
        <strong>{email}</strong> has an account here already. Sign in with it to accept.
      </p>
      <Link to={useLoginPath()} className="btn btn-primary w-full">
        Sign in
      </Link>
    </>
  );
}

/** Where the identity service alone can prove an address, by a mail of its own. */
function Register({ email }: Pick<Claim, 'email'>) {
  const login = useLoginPath();
  return (
    <>
      <p className="wrap-anywhere">
        Sign in with <strong>{email}</strong>, or create an account with it. If you create one, you get one
        more email, to confirm your address.
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Link to={login} className="btn btn-primary">
          Sign in
        </Link>
        <Link to={login.replace('/login', '/register')} className="btn btn-outline">
          Create an account
        </Link>
      </div>
    </>
  );
}

const FAMILY = '/account/family';

/** Why an invitation cannot be accepted, by the code of the refusal. */
const REFUSED = {
  'claim-not-found': {
    title: 'This link does not work',
    intro: 'Part of it may be missing. Open it from the email again, or ask the sender for a new one.',
    Help: FamilyLink,
  },
  'claim-expired': {
    title: 'This link has expired',
    intro: 'It worked for 14 days. Ask the sender for a new one.',
    Help: FamilyLink,
  },
  'claim-accepted': {
    title: 'You have accepted this already',
    intro: 'A link works once. What you accepted is under My family.',
    Help: FamilyLink,
  },
  'claim-replaced': {
    title: 'There is a newer email',
    intro: 'You were sent this once more. Use the link in the latest email.',
    Help: FamilyLink,
  },
  'claim-withdrawn': {
    title: 'This invitation was withdrawn',
    intro: 'Ask the sender if you think that is a mistake.',
    Help: FamilyLink,
  },
  'claim-other-address': {
    title: 'This link is for another address',
    intro: 'It works for the person it was sent to. If that is you, sign in with the email it came to.',
    Help: OtherAccount,
  },
} satisfies { [C in ErrorCode]?: object };

function Refused({ code, email }: { code: keyof typeof REFUSED; email: string | undefined }) {
  const { title, intro, Help } = REFUSED[code];
  return (
    <EntryCard title={title} intro={intro}>
      {email && (
        <p className="wrap-anywhere mb-4">
          You are signed in as <strong>{email}</strong>.
        </p>
      )}
      <Help isHere={email !== undefined} />
    </EntryCard>
  );
}

function FamilyLink({ isHere }: { isHere: boolean }) {
  if (isHere)
    return (
      <Link to={FAMILY} className="btn btn-primary">
        My family
      </Link>
    );
  return (
    <>
      <p className="mb-4">If you have an account here, sign in to see what you have accepted so far.</p>
      <Link to={loginPath(FAMILY)} className="btn btn-primary w-full">
        Sign in
      </Link>
    </>
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
      <p className="wrap-anywhere">
        Confirm first that <strong>{email}</strong> is yours, so that no one else can accept this in your
        name.
      </p>
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
