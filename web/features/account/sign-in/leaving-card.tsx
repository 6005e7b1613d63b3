import { type FormEvent, useState } from 'react';
import { accountCalls } from '#contract/account/calls.ts';
import { t } from '#languages/t.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { clearSession } from '#web/lib/session/clear-session.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import type { Session } from '#web/lib/session/session.ts';
import { EntryCard } from './entry-card.tsx';

const api = apiOf(accountCalls);

type Props = { run: (signIn: () => Promise<Session>) => Promise<void>; isBusy: boolean; problem: string };

/** In place of a sign-in form, for an account that is being deleted: until that is done they can keep it. */
export default function LeavingCard({ run, isBusy, problem }: Props) {
  const [isLeaving, setIsLeaving] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      await api.keepAccount();
      return refreshUser();
    });
  }
  return (
    <EntryCard title={t('account.your_account_is_being_deleted')} intro={t('account.being_deleted_lead')}>
      <form method="post" onSubmit={submit} className="space-y-5">
        <FormMessage problem={problem} />
        <SubmitButton isBusy={isBusy} isDisabled={isLeaving}>
          {t('account.keep_my_account')}
        </SubmitButton>
        <button
          type="button"
          className="btn btn-outline w-full"
          onClick={() => {
            setIsLeaving(true);
            void clearSession();
          }}
        >
          {t('account.let_it_be_deleted')}
        </button>
        <p className="text-quiet text-sm">{t('account.did_not_ask_to_delete')}</p>
      </form>
    </EntryCard>
  );
}
