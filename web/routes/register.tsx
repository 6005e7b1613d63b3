import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useRouteLoaderData } from 'react-router';
import { NAME_MAX } from '#contract/users/calls.ts';
import { Registration } from '#contract/users/form.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { PhotoField } from '#web/features/account/photo-field.tsx';
import {
  agreeFirst,
  ConsentField,
  consentTo,
  textsToAgree,
} from '#web/features/account/sign-in/consent-field.tsx';
import { ConsentStep } from '#web/features/account/sign-in/consent-step.tsx';
import { EmailField } from '#web/features/account/sign-in/email-field.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { LeavingStep } from '#web/features/account/sign-in/leaving-step.tsx';
import { SecureStep } from '#web/features/account/sign-in/secure-step.tsx';
import { SocialButtons } from '#web/features/account/sign-in/social-buttons.tsx';
import { useSignInForm } from '#web/features/account/sign-in/use-sign-in-form.ts';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { onlySignedOut } from '#web/lib/session/guard.ts';
import { register } from '#web/lib/session/sign-in.ts';
import type { Route } from './+types/register';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('account.registration'),
    description: t('account.register_description'),
    path: '/register',
  });

export const clientMiddleware = [onlySignedOut];
// The form is in the server's HTML; the guard runs on later navigations, and the page itself looks at the
// first.
export const loader = () => null;
export const clientLoader = () => null;

export default function Register() {
  const { run, isBusy, isConsenting, isLeaving, isSecuring, problem, clear, target, socialButtons } =
    useSignInForm();
  const texts = textsToAgree(useRouteLoaderData('routes/site'));
  const [photoURL, setPhotoURL] = useState<string | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear: clearFault } = useFaults(Registration, form);
  const { faultOf, message } = useEntryFaults(form, { problem, faults });
  function edit(name: string) {
    clearFault(name);
    clear();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const read = (name: string) => String(typed.get(name) ?? '');
    const email = read('email').trim();
    const password = read('password');
    if (!check({ name: read('name'), email, password, confirm: read('confirm') })) return;
    if (texts.length > 0 && !typed.has('consent')) return show({ consent: agreeFirst() });
    void run(async () => {
      const name = read('name').trim();
      const session = await register({ email, password, name, photoURL, consent: consentTo(texts) });
      if (session.state === 'signed-in') {
        void toast('info', t('account.welcome', { email }));
      }
      return session;
    });
  }

  if (target) return <Navigate to={target} replace />;
  if (isLeaving) return <LeavingStep run={run} isBusy={isBusy} problem={problem} />;
  if (isSecuring) return <SecureStep run={run} isBusy={isBusy} problem={problem} />;
  if (isConsenting) return <ConsentStep run={run} isBusy={isBusy} problem={problem} />;
  return (
    <EntryCard title={t('account.join_school')} intro={t('account.takes_a_minute')} hasTabs>
      {/* The page's own five checks speak, in their order; the browser's would come first. */}
      <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
        <TextField
          label={t('common.name')}
          required
          name="name"
          maxLength={NAME_MAX}
          autoComplete="name"
          data-takes-focus
          onChange={() => edit('name')}
          {...faultOf('name')}
        />
        <EmailField isNew onEdit={() => edit('email')} {...faultOf('email')} />
        <PasswordField
          name="password"
          label={t('common.password')}
          autoComplete="new-password"
          hint={t('account.password_rules')}
          onEdit={() => edit('password')}
          {...faultOf('password')}
        />
        <PasswordField
          name="confirm"
          label={t('account.confirm_password')}
          autoComplete="new-password"
          onEdit={() => edit('confirm')}
          {...faultOf('confirm')}
        />
        <PhotoField url={photoURL} onBusy={setIsUploading} onUploaded={setPhotoURL} />
        <ConsentField texts={texts} onEdit={() => edit('consent')} error={faults.consent} />
        <FormMessage {...message} />
        <SubmitButton isBusy={isBusy} isDisabled={isUploading}>
          {t('account.register')}
        </SubmitButton>
      </form>
      <SocialButtons {...socialButtons} />
    </EntryCard>
  );
}
