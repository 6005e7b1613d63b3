import { useRef } from 'react';
import { KEY_DAYS_MAX, KEY_NAME_MAX, KEY_SCOPES, type KeyScope } from '#contract/keys/calls.ts';
import { KeyDraft } from '#contract/keys/form.ts';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { keyChanges } from './changes.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const CHOICES = KEY_SCOPES.map((value) => ({ value, ...SCOPE_WORDS[value] }));
/** In days. */
const TERMS = { 30: 'A month', 90: 'Three months', 180: 'Half a year', [KEY_DAYS_MAX]: 'A year' };
const MADE = {
  title: 'Your new API key',
  label: 'API key',
  hint: 'Copy it into the program that uses it. It is not shown again: anyone who has it can read what you chose.',
};

/** Makes a key, and shows once what opens it. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(KeyDraft, form);
  const { run, isBusy, problem } = useChange(keyChanges, 'addKey');

  async function make(typed: FormData) {
    const draft = {
      name: String(typed.get('name')),
      scopes: typed.getAll('scopes') as KeyScope[],
      days: Number(typed.get('days')),
    };
    return check(draft) ? secretOf(await run(draft)) : undefined;
  }

  return (
    <SecretDialog
      title="New API key"
      action="Make the key"
      made={MADE}
      {...{ form, isBusy, problem, make, onClose }}
    >
      <TextField
        label="Name"
        name="name"
        hint="Such as the program that uses it."
        maxLength={KEY_NAME_MAX}
        autoComplete="off"
        error={faults.name}
        onChange={() => clear('name')}
      />
      <CheckboxGroup
        legend="What it may read"
        name="scopes"
        choices={CHOICES}
        error={faults.scopes}
        onChange={() => clear('scopes')}
      />
      <SelectField
        label="Works for"
        name="days"
        options={Object.keys(TERMS)}
        optionLabels={TERMS}
        defaultValue={String(KEY_DAYS_MAX)}
      />
    </SecretDialog>
  );
}
