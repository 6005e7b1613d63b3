import { useState } from 'react';
import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { WebhookDraft } from '#contract/webhooks/form.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_WORDS[value] }));

/** Adds a webhook, and shows once what its messages are signed with. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const save = useSave(webhookChanges);
  const [secret, setSecret] = useState<string>();
  const form = useForm(WebhookDraft, {
    send: (draft) => save('addWebhook', draft),
    onSaved: (outcome) => setSecret(secretOf(outcome)),
  });
  if (secret)
    return (
      <SecretDialog
        title="Your new webhook"
        label="Signing secret"
        hint="Copy it into the program that takes the messages: it proves that they come from the school. It is not shown again."
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title="New webhook" action="Add the webhook" of={form} onClose={onClose}>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        hint="Where your program takes messages, such as https://office.example.org/cadenza."
        autoComplete="off"
      />
      <CheckboxGroup legend="Events that it gets" name="events" choices={CHOICES} />
    </FormDialog>
  );
}
