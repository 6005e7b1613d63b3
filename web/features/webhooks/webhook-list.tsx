import type { Webhook } from '#contract/webhooks/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { webhookChanges } from './changes.ts';
import { EVENT_WORDS } from './event-words.ts';
import { RedeliverDialog } from './redeliver-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

const columnsOf = (): Column<Webhook>[] => [
  {
    heading: t('webhooks.address'),
    cell: ({ url, madeby, createdat }) => (
      <span className="block text-start md:min-w-48">
        <span className="wrap-anywhere block font-semibold">
          <bdi dir="ltr">{url}</bdi>
        </span>
        <span className="wrap-anywhere block text-quiet text-sm">
          {madeby === null
            ? rich('webhooks.added_by_former_admin', { moment: <Moment at={createdat} /> })
            : rich('webhooks.added_by', { name: madeby, moment: <Moment at={createdat} /> })}
        </span>
      </span>
    ),
  },
  {
    heading: t('webhooks.gets'),
    cell: ({ events, version }) => (
      <span className="block md:max-w-80">
        {events.map((event) => t(EVENT_WORDS[event].label)).join(', ')}
        {version === 0 && <span className="mt-1 block text-quiet text-sm">{t('webhooks.of_version_0')}</span>}
      </span>
    ),
  },
  { heading: t('common.state'), cell: (webhook) => <State {...webhook} /> },
];

function State({ failingsince, stoppedat }: Webhook) {
  const since = stoppedat ?? failingsince;
  const [label, tone] = stoppedat
    ? [t('webhooks.stopped'), 'badge-error']
    : failingsince
      ? [t('webhooks.failing'), 'badge-warning']
      : [t('webhooks.on'), 'badge-success'];
  return (
    <span className="block">
      <span className={`badge font-semibold ${tone}`}>{label}</span>
      {since && (
        <span className="mt-1 block text-quiet text-sm">
          {rich('webhooks.since', { moment: <Moment at={since} /> })}
        </span>
      )}
    </span>
  );
}

/** Where the school's own programs are told what happens, and a way to add, try and delete one. */
export const WebhookList = ({ webhooks }: { webhooks: readonly Webhook[] }) => (
  <EditableList
    title={t('webhooks.webhooks')}
    lead={t('webhooks.lead')}
    add={t('webhooks.new_webhook')}
    none={t('webhooks.none_yet')}
    columns={columnsOf()}
    rows={webhooks}
    actions={(webhook) => <Actions webhook={webhook} />}
  >
    {(close) => <WebhookDialog onClose={close} />}
  </EditableList>
);

function Actions({ webhook }: { webhook: Webhook }) {
  const { _id: id, url, stoppedat } = webhook;
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
          aria-label={t('webhooks.switch_on_again_of', { host })}
          onClick={() => resume.run({ id })}
        >
          {t('webhooks.switch_on_again')}
        </ActionButton>
      )}
      <ActionButton
        className="btn btn-outline btn-sm"
        isBusy={test.isBusy}
        aria-label={t('webhooks.send_test_of', { host })}
        onClick={() => test.run({ id })}
      >
        {t('webhooks.send_test')}
      </ActionButton>
      {!stoppedat && (
        <DialogButton label={t('webhooks.send_again')} of={host}>
          {(close) => <RedeliverDialog webhook={webhook} onClose={close} />}
        </DialogButton>
      )}
      <DialogButton label={t('common.delete')} of={host}>
        {(close) => (
          <ConfirmDialog
            title={t('webhooks.ask_delete', { host })}
            confirmLabel={t('common.delete')}
            onConfirm={() => remove.run({ id })}
            onClose={close}
          >
            <p>{t('webhooks.delete_means')}</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
