import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { type TextMention, textCalls } from '#contract/texts.ts';
import { apiOf } from '#web/lib/api.ts';
import { clearSession } from '#web/lib/session/clear-session.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import type { Session } from '#web/lib/session/session.ts';
import { AGREE_FIRST, ConsentField, consentTo, textsToAgree } from './consent-field.tsx';
import { EntryCard } from './entry-card.tsx';
import { FormMessage, SubmitButton } from './form-parts.tsx';

const api = apiOf(textCalls);

export type ConsentCardProps = {
  run: (signIn: () => Promise<Session>) => Promise<void>;
  isBusy: boolean;
  problem: string;
};

const NOT_LOADED = 'The school’s rules could not be loaded. Check your connection.';

/** In place of a sign-in form, for somebody new whom another service let in: the school asks for consent, to its texts as they are now. */
export default function ConsentCard({ run, isBusy, problem }: ConsentCardProps) {
  const [texts, setTexts] = useState<readonly TextMention[]>();
  const [missing, setMissing] = useState('');
  const read = useCallback(async () => {
    try {
      setTexts(textsToAgree(await api.listTexts()));
      setMissing('');
    } catch {
      setMissing(NOT_LOADED);
    }
  }, []);
  useEffect(() => void read(), [read]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!texts) return void read();
    const isAgreed = new FormData(form).has('consent');
    setMissing(isAgreed ? '' : AGREE_FIRST);
    if (!isAgreed) return form.querySelector<HTMLElement>('[name="consent"]')?.focus();
    void run(async () => {
      const session = await refreshUser({ consent: consentTo(texts) });
      if (session.state === 'consenting') {
        await read();
        form.reset();
        setMissing('These texts changed a moment ago. Please read them again.');
      }
      return session;
    });
  }

  return (
    <EntryCard
      title="One more step"
      intro="You are new here: agree to the school’s rules, and your account is made."
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        <ConsentField
          texts={texts ?? []}
          onEdit={() => setMissing('')}
          error={missing === AGREE_FIRST ? missing : undefined}
        />
        <FormMessage problem={problem || (missing === AGREE_FIRST ? '' : missing)} />
        <SubmitButton isBusy={isBusy} isDisabled={!texts && !missing}>
          {!texts && missing ? 'Try again' : 'Create my account'}
        </SubmitButton>
        <button type="button" className="btn btn-outline w-full" onClick={() => void clearSession()}>
          Not now
        </button>
      </form>
    </EntryCard>
  );
}
