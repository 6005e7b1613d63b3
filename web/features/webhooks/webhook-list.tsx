import { useState } from 'react';
import type { Webhook } from '#contract/webhooks/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

const COLUMNS: Column<Webhook>[] = [
  {
    heading: 'Address',
    cell: ({ url, madeby, createdat }) => (
      <span className="block text-start md:min-w-48">
        <span className="wrap-anywhere block font-semibold">{url}</span>
        <span className="wrap-anywhere block text-quiet text-sm">
          Added by {madeby ?? 'a former admin'}, <Moment at={createdat} />
        </span>
      </span>
    ),
  },
  {
    heading: 'Gets',
    cell: ({ events }) => events.map((event) => EVENT_WORDS[event].label).join(', '),
  },
  { heading: 'State', cell: (webhook) => <State {...webhook} /> },
  { heading: 'Action', card: 'foot', cell: (webhook) => <Actions webhook={webhook} /> },
];

function State({ failingsince, stoppedat }: Webhook) {
  const since = stoppedat ?? failingsince;
  const [label, tone] = stoppedat
    ? ['Stopped', 'badge-error']
    : failingsince
      ? ['Failing', 'badge-warning']
      : ['On', 'badge-success'];
  return (
    <span className="block">
      <span className={`badge font-semibold ${tone}`}>{label}</span>
      {since && (
        <span className="mt-1 block text-quiet text-sm">
          since <Moment at={since} />
        </span>
      )}
    </span>
  );
}

/** Where the school's own programs are told what happens, and a way to add, try and delete one. */
export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-labelledby="webhooks">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="webhooks" className="text-subheading">
            Webhooks
          </h2>
          <p className="mt-1 text-quiet">
            A program gets a message the moment something happens, with ids, times and amounts but no names. A
            message that does not arrive is sent again for three days; then the webhook is stopped, and admins
            get an email. Messages are kept for thirty days; older ones are no longer sent.
          </p>
        </div>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setIsAdding(true)}>
          New webhook
        </button>
      </div>
      {webhooks.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">The school has no webhooks yet.</p>
      ) : (
        <DataTable caption="Webhooks" columns={COLUMNS} rows={webhooks} rowKey={({ _id }) => _id} />
      )}
      {isAdding && <WebhookDialog onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function Actions({ webhook: { _id: id, url, stoppedat } }: { webhook: Webhook }) {
  const test = useChange(webhookChanges, 'testWebhook');
  const resume = useChange(webhookChanges, 'resumeWebhook');
  const remove = useChange(webhookChanges, 'deleteWebhook');
  const [isAsking, setIsAsking] = useState(false);
  const { host } = new URL(url);
  return (
    <span className="flex flex-wrap gap-2">
      {stoppedat && (
        <ActionButton
          className="btn btn-primary btn-sm"
          isBusy={resume.isBusy}
          aria-label={`Switch on again: ${host}`}
          onClick={() => resume.run({ id })}
        >
          Switch on again
        </ActionButton>
      )}
      <ActionButton
        className="btn btn-outline btn-sm"
        isBusy={test.isBusy}
        aria-label={`Send a test: ${host}`}
        onClick={() => test.run({ id })}
      >
        Send a test
      </ActionButton>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Delete ${host}`}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete the webhook to ${host}?`}
          confirmLabel="Delete"
          onConfirm={() => remove.run({ id })}
          onClose={() => setIsAsking(false)}
        >
          <p>Nothing more is sent there, and its messages leave the log. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
