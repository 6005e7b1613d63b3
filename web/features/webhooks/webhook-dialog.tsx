import { useState } from 'react';
import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { WebhookDraft } from '#contract/webhooks/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';

const choices = () =>
  WEBHOOK_EVENTS.map((value) => {
    const { label, hint } = EVENT_WORDS[value];
    return { value, label: t(label), hint: t(hint) };
  });

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
        title={t('webhooks.your_new_webhook')}
        label={t('webhooks.signing_secret')}
        hint={t('webhooks.secret_hint')}
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('webhooks.new_webhook')}
      action={t('webhooks.add_webhook')}
      of={form}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks.address')}
        name="url"
        type="url"
        inputMode="url"
        hint={t('webhooks.address_hint')}
        autoComplete="off"
      />
      <CheckboxGroup
        legend={t('webhooks.events_that_it_gets')}
        name="events"
        list="grid gap-x-6 gap-y-3 sm:grid-cols-2"
        choices={choices()}
      />
    </FormDialog>
  );
}
