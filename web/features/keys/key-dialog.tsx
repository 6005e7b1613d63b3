import { type FormEvent, useRef, useState } from 'react';
import { KeyDraft } from '#contract/keys.form.ts';
import { KEY_NAME_MAX, KEY_SCOPES, type KeyScope } from '#contract/keys.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { CheckboxGroup } from '#web/components/checkbox-group.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { TextField } from '#web/components/field.tsx';
import { ShownOnce } from '#web/components/shown-once.tsx';
import { useChange } from '#web/lib/change.ts';
import { secretOf } from '#web/lib/secret-of.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { keyChanges } from './changes.ts';
import { SCOPE_WORDS } from './scope-words.ts';

const CHOICES = KEY_SCOPES.map((value) => ({ value, ...SCOPE_WORDS[value] }));

/** Makes a key, and shows once what opens it. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(KeyDraft, form);
  const { run, isBusy, problem } = useChange(keyChanges, 'addKey');
  const [secret, setSecret] = useState<string>();

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const draft = { name: String(typed.get('name')), scopes: typed.getAll('scopes') as KeyScope[] };
    if (check(draft)) setSecret(secretOf(await run(draft)));
  }

  if (secret) {
    return (
      <Dialog title="Your new API key" onClose={onClose}>
        <ShownOnce
          label="API key"
          secret={secret}
          hint="Copy it into the program that uses it. It is not shown again: whoever has it can read what you chose."
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form ref={form} noValidate className="space-y-5" onSubmit={make}>
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
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            Make the key
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
