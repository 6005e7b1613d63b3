import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Webhook, WebhookMessage, WebhookMessagePage } from '#contract/webhooks/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { webhookChanges } from './changes.ts';
import { eventLabel } from './event-words.ts';

/** How long after a message set out its answer is looked for, in milliseconds. */
const LOOK_AGAIN_MS = 2000;

type Shown = WebhookMessage & { host: string };

const columnsOf = (): Column<Shown>[] => [
  {
    heading: t('webhooks.message'),
    cell: ({ event, host }) => (
      <span className="block text-start md:min-w-32">
        <span className="block font-semibold">{eventLabel(event)}</span>
        <span className="wrap-anywhere block text-quiet text-sm">
          <bdi dir="ltr">{host}</bdi>
        </span>
      </span>
    ),
  },
  { heading: t('webhooks.happened'), cell: ({ createdat }) => <Moment at={createdat} /> },
  { heading: t('common.state'), cell: (message) => <State {...message} /> },
  { heading: t('common.action'), card: 'foot', cell: (message) => <Actions message={message} /> },
];

function State({ sentat, nextat, givenupat, status, problem }: WebhookMessage) {
  if (sentat)
    return (
      <span className="block">
        <span className="badge badge-success font-semibold">{t('webhooks.arrived')}</span>
        <span className="mt-1 block text-quiet text-sm">
          {rich('webhooks.answered', { moment: <Moment at={sentat} />, status: String(status) })}
        </span>
      </span>
    );
  const [label, tone]: [PlainId, string] = givenupat
    ? ['webhooks.given_up', 'badge-error']
    : problem
      ? ['webhooks.not_arrived', 'badge-warning']
      : ['webhooks.waiting', 'badge-outline'];
  return (
    <span className="block">
      <span className={`badge font-semibold ${tone}`}>{t(label)}</span>
      {problem && (
        <span className="wrap-anywhere mt-1 block text-sm">
          {status === null ? problem : t('webhooks.problem_and_answer', { problem, status: String(status) })}
        </span>
      )}
      {problem && (
        <span className="block text-quiet text-sm">
          {nextat
            ? rich('webhooks.next_try', { moment: <Moment at={nextat} /> })
            : givenupat
              ? rich('webhooks.since', { moment: <Moment at={givenupat} /> })
              : t('webhooks.not_tried_again')}
        </span>
      )}
    </span>
  );
}

/**
 * What was sent and what was answered, of thirty days; looks again by itself while something is on its way.
 */
export function MessageLog({ page, webhooks }: { page: WebhookMessagePage; webhooks: readonly Webhook[] }) {
  const { revalidate } = useRevalidator();
  const hosts = new Map(webhooks.map(({ _id, url }) => [_id, new URL(url).host]));
  const rows = page.items.map((item) => ({ ...item, host: hosts.get(item.webhookid) ?? '' }));
  const isUnderWay = rows.some(({ sentat, nextat, problem }) => !sentat && nextat && !problem);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(revalidate, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, revalidate]);
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-4 text-subheading">
        {t('webhooks.messages')}
      </h2>
      {rows.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">{t('webhooks.nothing_sent')}</p>
      ) : (
        <DataTable
          caption={t('webhooks.messages')}
          columns={columnsOf()}
          rows={rows}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={page.previous} next={page.next} />
    </section>
  );
}

function Actions({ message }: { message: Shown }) {
  const resend = useChange(webhookChanges, 'resendMessage');
  const [isOpen, setIsOpen] = useState(false);
  const { moment } = useFormats();
  const named = { event: eventLabel(message.event), moment: moment(message.createdat) };
  return (
    <span className="flex flex-wrap gap-2">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={t('webhooks.show_message', named)}
        onClick={() => setIsOpen(true)}
      >
        {t('common.show')}
      </button>
      <ActionButton
        className="btn btn-outline btn-sm"
        isBusy={resend.isBusy}
        aria-label={t('webhooks.resend_message', named)}
        onClick={() => resend.run({ id: message._id })}
      >
        {t('webhooks.resend')}
      </ActionButton>
      {isOpen && (
        <Dialog title={eventLabel(message.event)} onClose={() => setIsOpen(false)}>
          <p className="wrap-anywhere mb-3 text-quiet text-sm">
            {rich('webhooks.to_as', {
              host: message.host,
              id: message._id,
              code: (words) => <code>{words}</code>,
            })}
          </p>
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-mist/60 px-4 py-3 text-sm">
            {JSON.stringify(JSON.parse(message.body), null, 2)}
          </pre>
        </Dialog>
      )}
    </span>
  );
}
