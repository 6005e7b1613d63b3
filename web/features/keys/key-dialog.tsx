import { useState } from 'react';
import { type KeyScope, READ_SCOPES, WRITE_SCOPES } from '#contract/keys/calls.ts';
import { KeyDraft } from '#contract/keys/form.ts';
import { wordsOfScope } from '#contract/messages/key-scopes.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { keyChanges } from './changes.ts';

const choicesOf = (scopes: readonly KeyScope[]) =>
  scopes.map((value) => ({ value, label: t(wordsOfScope(value).what) }));

const BESIDE = 'grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4 gap-y-2.5';

/** Makes a key, and shows once what opens it. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const save = useSave(keyChanges);
  const [secret, setSecret] = useState<string>();
  const form = useForm(KeyDraft, {
    toInput: ({ name = '', until, addresses = '' }, typed) => ({
      name,
      scopes: typed.getAll('scopes') as KeyScope[],
      ...(until && { until }),
      addresses: addresses.split(/[\s,]+/).filter(Boolean),
    }),
    send: (draft) => save('addKey', draft),
    onSaved: (outcome) => setSecret(secretOf(outcome)),
  });
  if (secret)
    return (
      <SecretDialog
        title={t('keys.your_new_key')}
        label={t('keys.api_key')}
        hint={t('keys.secret_hint')}
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={t('keys.new_api_key')} action={t('keys.make_key')} of={form} onClose={onClose}>
      <TextField label={t('common.name')} name="name" hint={t('keys.name_hint')} autoComplete="off" />
      <CheckboxGroup
        legend={t('keys.what_it_may_read')}
        name="scopes"
        choices={choicesOf(READ_SCOPES)}
        list={BESIDE}
      />
      <CheckboxGroup
        legend={t('keys.what_it_may_change')}
        name="scopes"
        choices={choicesOf(WRITE_SCOPES)}
        list={BESIDE}
      />
      <TextField label={t('keys.last_day')} name="until" type="date" hint={t('keys.last_day_hint')} />
      <TextAreaField
        label={t('keys.from_addresses')}
        name="addresses"
        rows={2}
        hint={t('keys.from_addresses_hint')}
      />
    </FormDialog>
  );
}
