import { type FormEvent, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import { t } from '#languages/t.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { ConsentStep } from '#web/features/account/sign-in/consent-step.tsx';
import { EmailField } from '#web/features/account/sign-in/email-field.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { LeavingStep } from '#web/features/account/sign-in/leaving-step.tsx';
import { SecureStep } from '#web/features/account/sign-in/secure-step.tsx';
import { SocialButtons } from '#web/features/account/sign-in/social-buttons.tsx';
import { useSignInForm } from '#web/features/account/sign-in/use-sign-in-form.ts';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { useEntrance } from '#web/lib/address/return-path.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { onlySignedOut } from '#web/lib/session/guard.ts';
import { useSession } from '#web/lib/session/session.ts';
import { signIn } from '#web/lib/session/sign-in.ts';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('account.login'),
    description: t('account.login_description'),
    path: '/login',
  });

export const clientMiddleware = [onlySignedOut];
// The form is in the server's HTML; the guard runs on later navigations, and the page itself looks at the
// first.
export const loader = () => null;
export const clientLoader = () => null;

export default function Login() {
  const session = useSession();
  const forgot = useEntrance('/account/forgot');
  const { run, isBusy, isConsenting, isLeaving, isSecuring, problem, clear, target, socialButtons } =
    useSignInForm();
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    void run(() => signIn(String(typed.get('email')).trim(), String(typed.get('password'))));
  }

  if (target) return <Navigate to={target} replace />;
  if (isLeaving) return <LeavingStep run={run} isBusy={isBusy} problem={problem} />;
  if (isSecuring) return <SecureStep run={run} isBusy={isBusy} problem={problem} />;
  if (isConsenting) return <ConsentStep run={run} isBusy={isBusy} problem={problem} />;
  const notice = session.state === 'signed-out' ? session.notice : undefined;
  return (
    <EntryCard title={t('account.welcome_back')} intro={t('account.login_lead')} hasTabs>
      <form ref={form} method="post" onSubmit={submit} className="space-y-5">
        <EmailField onEdit={clear} {...faultOf('email')} />
        <PasswordField
          name="password"
          label={t('common.password')}
          autoComplete="current-password"
          onEdit={clear}
          {...faultOf('password')}
        />
        <FormMessage {...message} notice={problem ? '' : notice} />
        <SubmitButton isBusy={isBusy}>{t('account.login')}</SubmitButton>
        <p className="text-center text-sm">
          <Link to={forgot} className="link link-primary">
            {t('account.forgot_password_question')}
          </Link>
        </p>
      </form>
      <SocialButtons {...socialButtons} />
    </EntryCard>
  );
}
