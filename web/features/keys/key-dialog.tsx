import { useState } from 'react';
import { KEY_DAYS_MAX, KEY_SCOPES, type KeyScope } from '#contract/keys/calls.ts';
import { KeyDraft } from '#contract/keys/form.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { keyChanges } from './changes.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const CHOICES = KEY_SCOPES.map((value) => ({ value, ...SCOPE_WORDS[value] }));
/** In days. */
const TERMS = { 30: 'A month', 90: 'Three months', 180: 'Half a year', [KEY_DAYS_MAX]: 'A year' };

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
        title="Your new API key"
        label="API key"
        hint="Copy it into the program that uses it. It is not shown again: anyone who has it can read what you chose."
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title="New API key" action="Make the key" of={form} onClose={onClose}>
      <TextField label="Name" name="name" hint="Such as the program that uses it." autoComplete="off" />
      <CheckboxGroup legend="What it may read" name="scopes" choices={CHOICES} />
      <SelectField
        label="Works for"
        name="days"
        options={Object.keys(TERMS)}
        optionLabels={TERMS}
        defaultValue={String(KEY_DAYS_MAX)}
      />
    </FormDialog>
  );
}
