import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { type TextMention, textCalls } from '#contract/texts/calls.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { clearSession } from '#web/lib/session/clear-session.ts';
import { currentPerson, openSdk } from '#web/lib/session/identity-sdk.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { type Session, useSession } from '#web/lib/session/session.ts';
import { agreeFirst, ConsentField, consentTo, textsToAgree } from './consent-field.tsx';
import { EntryCard } from './entry-card.tsx';

const api = apiOf(textCalls);

export type ConsentCardProps = {
  run: (signIn: () => Promise<Session>) => Promise<void>;
  isBusy: boolean;
  problem: string;
};

const nameFirst = () => t('account.enter_name');

/** The school's texts as they are now, undefined until they have come; `read` asks again. */
function useTextsToAgree(isAsked: boolean) {
  const [texts, setTexts] = useState<readonly TextMention[] | undefined>(isAsked ? undefined : []);
  const [missing, setMissing] = useState('');
  const read = useCallback(async () => {
    try {
      setTexts(textsToAgree(await api.listTexts()));
      setMissing('');
    } catch {
      setMissing(t('account.rules_not_loaded'));
    }
  }, []);
  useEffect(() => {
    if (isAsked) void read();
  }, [isAsked, read]);
  return { texts, missing, setMissing, read };
}

/** Keeps the name at the identity service, too; should that fail, the school still has it. */
async function keepName(name: string) {
  const [{ sdk }, person] = [await openSdk(), currentPerson()];
  if (person) await sdk.updateProfile(person, { displayName: name }).catch(() => {});
}

/**
 * In place of a sign-in form, for a person whom another service let in: the school asks for consent to its
 * texts, and for a name where none was said.
 */
export default function ConsentCard({ run, isBusy, problem }: ConsentCardProps) {
  const session = useSession();
  const isNameOnly = session.state === 'consenting' && session.isNameOnly === true;
  const isNameless = isNameOnly || !currentPerson()?.displayName;
  const { texts, missing, setMissing, read } = useTextsToAgree(!isNameOnly);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!texts) return void read();
    const typed = new FormData(form);
    const name = String(typed.get('name') ?? '').trim();
    const found = faultOf({
      name: name || !isNameless,
      isAgreed: texts.length === 0 || typed.has('consent'),
    });
    setMissing(found?.sentence ?? '');
    if (found) return form.querySelector<HTMLElement>(`[name="${found.field}"]`)?.focus();
    void run(async () => {
      if (name) await keepName(name);
      const session = await refreshUser({ consent: consentTo(texts), ...(name && { name }) });
      if (session.state === 'consenting' && !session.isNameOnly) {
        await read();
        form.reset();
        setMissing(t('account.texts_changed'));
      }
      return session;
    });
  }

  const atField = [agreeFirst(), nameFirst()].includes(missing);
  return (
    <EntryCard title={t('account.one_more_step')} intro={introOf({ isNameOnly, isNameless })}>
      <form method="post" noValidate onSubmit={submit} className="space-y-5">
        {isNameless && (
          <TextField
            label={t('account.your_name')}
            name="name"
            required
            maxLength={NAME_MAX}
            autoComplete="name"
            error={missing === nameFirst() ? missing : undefined}
            onChange={() => setMissing('')}
          />
        )}
        <ConsentField
          texts={texts ?? []}
          onEdit={() => setMissing('')}
          error={missing === agreeFirst() ? missing : undefined}
        />
        <FormMessage problem={problem || (atField ? '' : missing)} />
        <SubmitButton isBusy={isBusy} isDisabled={!texts && !missing}>
          {!texts && missing
            ? t('common.try_again')
            : isNameOnly
              ? t('common.continue')
              : t('account.create_my_account')}
        </SubmitButton>
        <button type="button" className="btn btn-outline w-full" onClick={() => void clearSession()}>
          {t('common.not_now')}
        </button>
      </form>
    </EntryCard>
  );
}

function introOf({ isNameOnly, isNameless }: { isNameOnly: boolean; isNameless: boolean }) {
  if (isNameOnly) return t('account.what_is_your_name');
  if (isNameless) return t('account.new_here_name_and_rules');
  return t('account.new_here_rules');
}

function faultOf({ name, isAgreed }: { name: string | boolean; isAgreed: boolean }) {
  if (!name) return { field: 'name', sentence: nameFirst() };
  return isAgreed ? undefined : { field: 'consent', sentence: agreeFirst() };
}
