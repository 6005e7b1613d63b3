import { type FormEvent, useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { findFault } from '#contract/fields.form.ts';
import type { TextMention } from '#contract/texts/calls.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { Password, Profile } from '#contract/users/form.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import {
  agreeFirst,
  ConsentField,
  consentTo,
  textsToAgree,
} from '#web/features/account/sign-in/consent-field.tsx';
import { ConsentStep } from '#web/features/account/sign-in/consent-step.tsx';
import { SocialButtons } from '#web/features/account/sign-in/social-buttons.tsx';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { rich } from '#web/lib/rich.ts';
import type { Session } from '#web/lib/session/session.ts';
import { signInWith } from '#web/lib/session/sign-in.ts';

/**
 * One attempt to sign in at a time, and what went wrong with it; the page is read again after a sign-in,
 * unless told otherwise.
 */
function useComingIn() {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function run(signIn: () => Promise<Session>, next: () => Promise<unknown> = revalidate) {
    setIsBusy(true);
    setProblem('');
    try {
      const { state } = await signIn();
      if (state === 'signed-in') await next();
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }
  return { run, isBusy, setIsBusy, problem, setProblem };
}

/** A new user of another identity provider agrees to the school's texts first. */
export function LinkConsent() {
  const { run, isBusy, problem } = useComingIn();
  return <ConsentStep run={run} isBusy={isBusy} problem={problem} />;
}

export type Chosen = { name: string; password: string; texts: readonly TextMention[] };

type Props = {
  /** The address that the mail was sent to. */
  email: string;
  /** What they are probably called. */
  name: string | null;
  /** What the button says. */
  action: string;
  /** Opens the account; what follows is signing in to it. */
  open: (chosen: Chosen) => Promise<unknown>;
  /** What follows signing in. */
  onDone: () => Promise<unknown>;
};

/**
 * What the recipient of a mail does who has no account that is proved: the link shows that the mailbox is
 * theirs, so a password is all that is missing. It is accepted in the same step. Not one of the changes that
 * a page's action makes, since the SDK keeps who is signed in.
 */
export function LinkAccount({ email, name: called, action, open, onDone }: Props) {
  const texts = textsToAgree(useRouteLoaderData('routes/site'));
  const { revalidate } = useRevalidator();
  const { run, isBusy, setIsBusy, problem, setProblem } = useComingIn();
  const [fault, setFault] = useState<{ field: 'name' | 'password' | 'consent'; sentence: string }>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const name = String(typed.get('name')).trim();
    const password = String(typed.get('password'));
    const found = faultOf({ name, password, isAgreed: texts.length === 0 || typed.has('consent') });
    setFault(found);
    setProblem('');
    if (found) {
      (form.elements.namedItem(found.field) as HTMLElement | null)?.focus();
      return;
    }
    void run(async () => {
      await open({ name, password, texts });
      return signInWith(async (sdk, auth) => {
        const { user } = await sdk.signInByPassword(auth, email, password);
        return { user, profile: { name, consent: consentTo(texts) } };
      });
    }, onDone);
  }

  const clear = () => {
    setFault(undefined);
    setProblem('');
  };
  const errorAt = (field: 'name' | 'password' | 'consent') =>
    fault?.field === field ? fault.sentence : undefined;
  return (
    <>
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <p className="wrap-anywhere">
          {rich('account.choose_password_lead', { email: <strong>{email}</strong> })}
        </p>
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label={t('account.your_name')}
          name="name"
          required
          maxLength={NAME_MAX}
          autoComplete="name"
          defaultValue={called ?? ''}
          error={errorAt('name')}
          onChange={clear}
        />
        <PasswordField
          name="password"
          label={t('account.choose_password')}
          autoComplete="new-password"
          hint={t('account.password_rules')}
          error={errorAt('password')}
          onEdit={clear}
        />
        <ConsentField texts={texts} onEdit={clear} />
        <FormMessage problem={errorAt('consent') ?? problem} />
        <SubmitButton isBusy={isBusy}>{action}</SubmitButton>
      </form>
      <SocialButtons onBusy={setIsBusy} onProblem={setProblem} onDone={async () => revalidate()} />
    </>
  );
}

function faultOf({ name, password, isAgreed }: { name: string; password: string; isAgreed: boolean }) {
  const wrongName = findFault(Profile, { name });
  if (wrongName) return { field: 'name', sentence: wrongName } as const;
  const wrongPassword = password ? findFault(Password, password) : t('account.choose_password_first');
  if (wrongPassword) return { field: 'password', sentence: wrongPassword } as const;
  return isAgreed ? undefined : ({ field: 'consent', sentence: agreeFirst() } as const);
}
