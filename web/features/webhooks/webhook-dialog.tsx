import { useRef } from 'react';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, type WebhookEvent } from '#contract/webhooks/calls.ts';
import { WebhookDraft } from '#contract/webhooks/form.ts';
import { SecretDialog } from '#web/components/dialog/secret-dialog.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { secretOf } from '#web/lib/forms/secret-of.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_WORDS[value] }));
const MADE = {
  title: 'Your new webhook',
  label: 'Signing secret',
  hint: 'Copy it into the program that takes the messages: it proves that they come from the school. It is not shown again.',
};

/** Adds a webhook, and shows once what its messages are signed with. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(WebhookDraft, form);
  const { run, isBusy, problem } = useChange(webhookChanges, 'addWebhook');

  async function make(typed: FormData) {
    const draft = { url: String(typed.get('url')), events: typed.getAll('events') as WebhookEvent[] };
    return check(draft) ? secretOf(await run(draft)) : undefined;
  }

  return (
    <SecretDialog
      title="New webhook"
      action="Add the webhook"
      made={MADE}
      {...{ form, isBusy, problem, make, onClose }}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        hint="Where your program takes messages, such as https://office.example.org/cadenza."
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        error={faults.url}
        onChange={() => clear('url')}
      />
      <CheckboxGroup
        legend="Events that it gets"
        name="events"
        choices={CHOICES}
        error={faults.events}
        onChange={() => clear('events')}
      />
    </SecretDialog>
  );
}
