import { useState } from 'react';
import { KEY_DAYS_MAX, KEY_SCOPES, type KeyScope } from '#contract/keys/calls.ts';
import { KeyDraft } from '#contract/keys/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { keyChanges } from './changes.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const choices = () =>
  KEY_SCOPES.map((value) => {
    const { label, hint } = SCOPE_WORDS[value];
    return { value, label: t(label), hint: t(hint) };
  });
/** In days. */
const terms = () => ({
  30: t('keys.a_month'),
  90: t('keys.three_months'),
  180: t('keys.half_a_year'),
  [KEY_DAYS_MAX]: t('keys.a_year'),
});

/** Makes a key, and shows once what opens it. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const save = useSave(keyChanges);
  const [secret, setSecret] = useState<string>();
  const form = useForm(KeyDraft, {
    toInput: ({ name = '', days }, typed) => ({
      name,
      scopes: typed.getAll('scopes') as KeyScope[],
      days: Number(days),
    }),
    send: ({ days = KEY_DAYS_MAX, ...draft }) => save('addKey', { ...draft, days }),
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
      <CheckboxGroup legend={t('keys.what_it_may_read')} name="scopes" choices={choices()} />
      <SelectField
        label={t('keys.works_for')}
        name="days"
        options={Object.keys(terms())}
        optionLabels={terms()}
        defaultValue={String(KEY_DAYS_MAX)}
      />
    </FormDialog>
  );
}
