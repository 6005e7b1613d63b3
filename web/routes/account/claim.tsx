import { Link, useNavigate } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Claim, learnerCalls } from '#contract/learners/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { LinkAccount, LinkConsent } from '#web/features/account/mailed-link/link-account.tsx';
import { LinkSteps, linkChanges, OtherAccount } from '#web/features/account/mailed-link/link-steps.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { claimChanges } from '#web/features/learners/changes.ts';
import { acceptedWords, claimWords } from '#web/features/learners/guardians/claim-words.ts';
import { loginPath } from '#web/lib/address/login-path.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { whoIsHere } from '#web/lib/session/guard.ts';
import { firstPath, useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/claim';

const api = apiOf(learnerCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.your_family')),
  NOT_INDEXED,
];

type Opened =
  | { kind: 'open'; token: string; claim: Claim; isHere: boolean }
  | { kind: 'refused'; code: keyof typeof REFUSED; email: string | undefined };

/** Reads what the link of a mail asks. It is accepted by a click: programs that scan mails must not do it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Opened> {
  const session = await whoIsHere();
  const email = session.state === 'signed-in' ? session.user.email : undefined;
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (token === '') return { kind: 'refused', code: 'claim-not-found', email };
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

export const clientAction = actionOf({ ...claimChanges, ...linkChanges });

export const HydrateFallback = () => <Spinner />;

export default function ClaimPage({ loaderData }: Route.ComponentProps) {
  const isConsenting = useSession().state === 'consenting';
  if (loaderData.kind === 'refused') return <Refused code={loaderData.code} email={loaderData.email} />;
  return isConsenting ? <LinkConsent /> : <Asked {...loaderData} />;
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
        {claim.step === 'password' && <NewAccount claim={claim} token={token} action={action} />}
        <LinkSteps {...claim} isHere={isHere} />
        <p className="text-quiet text-sm">{t('account.link_works_until', { day: day(claim.until) })}</p>
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

/** An account is opened with a password, and it is accepted in the same step. */
function NewAccount({ claim, token, action }: { claim: Claim; token: string; action: string }) {
  const navigate = useNavigate();
  const params = { token };
  return (
    <LinkAccount
      {...claim}
      action={action}
      open={({ password, name }) => api.openClaimedAccount({ params, body: { password, name } })}
      onDone={async () => {
        const accepted = await api.acceptClaim({ params });
        void toast('success', acceptedWords(claim, accepted));
        await navigate(firstPath('/account/family'), { replace: true });
      }}
    />
  );
}

const FAMILY = '/account/family';

/** Why an invitation cannot be accepted, by the code of the refusal. */
const REFUSED = {
  'claim-not-found': {
    title: 'account.claim_not_found',
    intro: 'account.claim_not_found_lead',
    Help: FamilyLink,
  },
  'claim-expired': {
    title: 'account.claim_expired',
    intro: 'account.claim_expired_lead',
    Help: FamilyLink,
  },
  'claim-accepted': {
    title: 'account.claim_accepted',
    intro: 'account.claim_accepted_lead',
    Help: FamilyLink,
  },
  'claim-replaced': {
    title: 'account.claim_replaced',
    intro: 'account.claim_replaced_lead',
    Help: FamilyLink,
  },
  'claim-withdrawn': {
    title: 'account.claim_withdrawn',
    intro: 'account.claim_withdrawn_lead',
    Help: FamilyLink,
  },
  'claim-other-address': {
    title: 'account.claim_other_address',
    intro: 'account.claim_other_address_lead',
    Help: OtherAccount,
  },
} as const satisfies { [C in ErrorCode]?: { title: PlainId; intro: PlainId; Help: unknown } };

function Refused({ code, email }: { code: keyof typeof REFUSED; email: string | undefined }) {
  const { title, intro, Help } = REFUSED[code];
  return (
    <EntryCard title={t(title)} intro={t(intro)}>
      {email && (
        <p className="wrap-anywhere mb-4">
          {rich('account.signed_in_as', { email: <strong>{email}</strong> })}
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
        {t('account.my_family')}
      </Link>
    );
  return (
    <>
      <p className="mb-4">{t('account.sign_in_to_see_accepted')}</p>
      <Link to={loginPath(FAMILY)} className="btn btn-primary w-full">
        {t('common.sign_in')}
      </Link>
    </>
  );
}
