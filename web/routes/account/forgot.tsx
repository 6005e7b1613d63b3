import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#languages/t.ts';
import { mailedChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { EmailField } from '#web/features/account/sign-in/email-field.tsx';
import { EntryCard } from '#web/features/account/sign-in/entry-card.tsx';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { useEntrance } from '#web/lib/address/return-path.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/forgot';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('account.forgot_password')),
  NOT_INDEXED,
];

export const clientAction = actionOf(mailedChanges);

export default function Forgot() {
  const { isBusy, problem, run, forget } = useChange(mailedChanges, 'requestPasswordReset');
  const [sentTo, setSentTo] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });
  const login = useEntrance('/login');

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    setSentTo('');
    const { isDone } = await run({ email });
    if (isDone) setSentTo(email);
  }

  return (
    <EntryCard title={t('account.forgot_password_question')} intro={t('account.forgot_password_lead')}>
      <form ref={form} method="post" onSubmit={submit} className="space-y-5">
        <EmailField onEdit={forget} {...faultOf('email')} />
        <FormMessage {...message} notice={sentTo && t('account.reset_sent_if_known', { email: sentTo })} />
        <SubmitButton isBusy={isBusy}>{t('account.send_me_link')}</SubmitButton>
        <p className="text-center text-sm">
          <Link to={login} className="link link-primary">
            {t('account.back_to_sign_in')}
          </Link>
        </p>
      </form>
    </EntryCard>
  );
}
