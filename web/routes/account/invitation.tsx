import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { listOf } from '#contract/formats.ts';
import { invitationCalls, type MailedInvitation } from '#contract/invitations/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { LinkAccount, LinkConsent } from '#web/features/account/mailed-link/link-account.tsx';
import { LinkSteps, linkChanges, OtherAccount } from '#web/features/account/mailed-link/link-steps.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { AREAS, ASKS, NOW, TITLES, YOU_MAY } from '#web/features/invitations/role-words.ts';
import { loginPath } from '#web/lib/address/login-path.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, attempt } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { whoIsHere } from '#web/lib/session/guard.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { firstPath, useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/invitation';

const api = apiOf(invitationCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('invitations.your_invitation')),
  NOT_INDEXED,
];

type Opened =
  | { kind: 'open'; token: string; invitation: MailedInvitation; isHere: boolean }
  | { kind: 'refused'; code: keyof typeof REFUSED; email: string | undefined };

/** Reads what the link of a mail asks. It is accepted by a click: programs that scan mails must not do it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Opened> {
  const session = await whoIsHere();
  const email = session.state === 'signed-in' ? session.user.email : undefined;
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (token === '') return { kind: 'refused', code: 'claim-not-found', email };
  try {
    const invitation = await api.readInvitation({ params: { token } });
    return { kind: 'open', token, invitation, isHere: email !== undefined };
  } catch (error) {
    const code = apiErrorOf(error)?.code ?? '';
    if (!isRefused(code)) throw error;
    return { kind: 'refused', code, email };
  }
}

const isRefused = (code: string): code is keyof typeof REFUSED => Object.hasOwn(REFUSED, code);

export const clientAction = actionOf(linkChanges);

export const HydrateFallback = () => <Spinner />;

export default function InvitationPage({ loaderData }: Route.ComponentProps) {
  const isConsenting = useSession().state === 'consenting';
  if (loaderData.kind === 'refused') return <Refused code={loaderData.code} email={loaderData.email} />;
  return isConsenting ? <LinkConsent /> : <Asked {...loaderData} />;
}

type Asking = { invitation: MailedInvitation; token: string };

function Asked({ invitation, token, isHere }: Asking & { isHere: boolean }) {
  const { day } = useFormats();
  const { role, byname, classnames, step, until } = invitation;
  return (
    <EntryCard title={t(TITLES[role])}>
      <div className="space-y-4">
        <p className="wrap-anywhere">{t(ASKS[role], { byname })}</p>
        <p>{t(YOU_MAY[role])}</p>
        {classnames.length > 0 && (
          <p className="wrap-anywhere">{t('invitations.classes_for_you', { classes: listOf(classnames) })}</p>
        )}
        {step === 'accept' && <Accept invitation={invitation} token={token} />}
        {step === 'password' && <NewAccount invitation={invitation} token={token} />}
        <LinkSteps {...invitation} isHere={isHere} />
        <p className="text-quiet text-sm">{t('account.link_works_until', { day: day(until) })}</p>
      </div>
    </EntryCard>
  );
}

/** Not one of the changes that a page's action makes: the page would be read again, and its link be used. */
function Accept({ invitation: { role }, token }: Asking) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function accept() {
    setIsBusy(true);
    setProblem('');
    const outcome = await attempt(api.acceptInvitation({ params: { token }, body: {} }), t(NOW[role]));
    setIsBusy(false);
    if (!outcome.isDone) return setProblem(outcome.problem);
    // The guard of the area asks what role they have now.
    await refreshUser();
    await navigate(AREAS[role], { replace: true });
  }
  return (
    <>
      <FormMessage problem={problem} />
      <ActionButton className="btn btn-primary w-full" isBusy={isBusy} onClick={accept}>
        {t('invitations.accept')}
      </ActionButton>
    </>
  );
}

/** An account is opened with a password, and it is accepted in the same step. */
function NewAccount({ invitation, token }: Asking) {
  const navigate = useNavigate();
  const { role } = invitation;
  return (
    <LinkAccount
      {...invitation}
      action={t('invitations.accept')}
      open={({ password, name, texts }) => {
        const agrees = texts.flatMap(({ slug, version }) =>
          slug === 'terms' || slug === 'privacy' ? [{ slug, version }] : [],
        );
        return api.acceptInvitation({ params: { token }, body: { password, name, agrees } });
      }}
      onDone={async () => {
        void toast('success', t(NOW[role]));
        await navigate(firstPath(AREAS[role]), { replace: true });
      }}
    />
  );
}

/** Why an invitation cannot be accepted, by the code of the refusal. */
const REFUSED = {
  'claim-not-found': { title: 'account.claim_not_found', intro: 'account.claim_not_found_lead' },
  'claim-expired': { title: 'account.claim_expired', intro: 'account.claim_expired_lead' },
  'claim-accepted': { title: 'account.claim_accepted', intro: 'invitations.accepted_lead' },
  'claim-replaced': { title: 'account.claim_replaced', intro: 'account.claim_replaced_lead' },
  'claim-withdrawn': { title: 'account.claim_withdrawn', intro: 'account.claim_withdrawn_lead' },
  'claim-other-address': { title: 'account.claim_other_address', intro: 'account.claim_other_address_lead' },
} as const satisfies { [C in ErrorCode]?: { title: PlainId; intro: PlainId } };

function Refused({ code, email }: { code: keyof typeof REFUSED; email: string | undefined }) {
  const { title, intro } = REFUSED[code];
  return (
    <EntryCard title={t(title)} intro={t(intro)}>
      {email && (
        <p className="wrap-anywhere mb-4">
          {rich('account.signed_in_as', { email: <strong>{email}</strong> })}
        </p>
      )}
      {code === 'claim-other-address' && <OtherAccount />}
      {code === 'claim-accepted' && <MyArea isHere={email !== undefined} />}
    </EntryCard>
  );
}

/** Each role has its own. */
const MY_AREA = '/dashboard';

const MyArea = ({ isHere }: { isHere: boolean }) => (
  <Link to={isHere ? MY_AREA : loginPath(MY_AREA)} className="btn btn-primary w-full">
    {isHere ? t('invitations.open_my_area') : t('common.sign_in')}
  </Link>
);
