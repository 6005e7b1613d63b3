import { type FormEvent, useRef, useState } from 'react';
import { WebhookDraft } from '#contract/webhooks.form.ts';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, type WebhookEvent } from '#contract/webhooks.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { CheckboxGroup } from '#web/components/checkbox-group.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { TextField } from '#web/components/field.tsx';
import { ShownOnce } from '#web/components/shown-once.tsx';
import { useChange } from '#web/lib/change.ts';
import { secretOf } from '#web/lib/secret-of.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';

const CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, ...EVENT_WORDS[value] }));

/** Adds a webhook, and shows once what its messages are signed with. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(WebhookDraft, form);
  const { run, isBusy, problem } = useChange(webhookChanges, 'addWebhook');
  const [secret, setSecret] = useState<string>();

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const draft = { url: String(typed.get('url')), events: typed.getAll('events') as WebhookEvent[] };
    if (check(draft)) setSecret(secretOf(await run(draft)));
  }

  if (secret) {
    return (
      <Dialog title="Your new webhook" onClose={onClose}>
        <ShownOnce
          label="Signing secret"
          secret={secret}
          hint="Copy it into the program that takes the messages: by it the program knows that they come from the school. It is not shown again."
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog title="New webhook" onClose={onClose}>
      <form ref={form} noValidate className="space-y-5" onSubmit={add}>
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
          legend="What it is told"
          name="events"
          choices={CHOICES}
          error={faults.events}
          onChange={() => clear('events')}
        />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            Add the webhook
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
