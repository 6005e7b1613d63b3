import type { Webhook } from '#contract/webhooks/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
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
        <span className="wrap-anywhere block font-semibold">
          <bdi dir="ltr">{url}</bdi>
        </span>
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
export const WebhookList = ({ webhooks }: { webhooks: readonly Webhook[] }) => (
  <EditableList
    title="Webhooks"
    lead="A program gets a message the moment something happens, with ids, times and amounts but no names. A message that does not arrive is sent again for three days; then the webhook is stopped, and admins get an email. Messages are kept for thirty days; older ones are no longer sent."
    add="New webhook"
    none="The school has no webhooks yet."
    columns={COLUMNS}
    rows={webhooks}
    actions={(webhook) => <Actions webhook={webhook} />}
  >
    {(close) => <WebhookDialog onClose={close} />}
  </EditableList>
);

function Actions({ webhook: { _id: id, url, stoppedat } }: { webhook: Webhook }) {
  const test = useChange(webhookChanges, 'testWebhook');
  const resume = useChange(webhookChanges, 'resumeWebhook');
  const remove = useChange(webhookChanges, 'deleteWebhook');
  const { host } = new URL(url);
  return (
    <>
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
      <DialogButton label="Delete" of={host}>
        {(close) => (
          <ConfirmDialog
            title={`Delete the webhook to ${host}?`}
            confirmLabel="Delete"
            onConfirm={() => remove.run({ id })}
            onClose={close}
          >
            <p>Nothing more is sent there, and its messages leave the log. This cannot be undone.</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
