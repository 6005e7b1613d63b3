import { LanguageDraft } from '#contract/account/language-form.ts';
import { defaultOf } from '#contract/translations.ts';
import type { SignedInUser } from '#contract/users/calls.ts';
import { nameOf } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { Fields, Form } from '#web/components/form/form.tsx';
import { LeaveGuard } from '#web/components/form/leave-guard.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { Panel } from './panel.tsx';

/** In which language the school writes to the account's owner; nothing where it has just one. */
export function LanguagePanel({ user }: { user: Pick<SignedInUser, 'language'> }) {
  return useConfig().school.languages.length > 1 ? <Choice user={user} /> : null;
}

function Choice({ user }: { user: Pick<SignedInUser, 'language'> }) {
  const save = useSave(accountChanges);
  const { languages } = useConfig().school;
  const fields = {
    language: {
      label: t('account.language_of_mails'),
      options: {
        '': t('account.schools_language', { language: nameOf(defaultOf(languages)) }),
        ...Object.fromEntries(languages.map((code) => [code, nameOf(code)])),
      },
    },
  };
  const form = useForm(LanguageDraft, {
    fields,
    // One that the school offers no more counts as none.
    item: { language: languages.find((code) => code === user.language) ?? '' },
    send: (draft) => save('writeLanguage', draft),
    stays: true,
  });
  return (
    <Panel title={t('account.language')} lead={t('account.language_lead')}>
      <Form of={form}>
        <Fields fields={fields} />
        <LeaveGuard form={form.ref} />
        <FormMessage problem={form.problem} />
        <SubmitButton isBusy={form.isBusy} className="">
          {t('account.save_language')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
