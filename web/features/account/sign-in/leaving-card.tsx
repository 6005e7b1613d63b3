import { type FormEvent, useState } from 'react';
import { accountCalls } from '#contract/account/calls.ts';
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
    <EntryCard
      title="Your account is being deleted"
      intro="The request was made while signed in as you. Until then nothing changes: you can keep your account, with your places and your family."
    >
      <form method="post" onSubmit={submit} className="space-y-5">
        <FormMessage problem={problem} />
        <SubmitButton isBusy={isBusy} isDisabled={isLeaving}>
          Keep my account
        </SubmitButton>
        <button
          type="button"
          className="btn btn-outline w-full"
          onClick={() => {
            setIsLeaving(true);
            void clearSession();
          }}
        >
          Let it be deleted
        </button>
        <p className="text-quiet text-sm">
          If you did not ask for it, keep the account, then change your password: someone else knows it.
        </p>
      </form>
    </EntryCard>
  );
}
