import type { FailedMail } from '#contract/mails/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { mailChanges } from './changes.ts';

const columnsOf = (): Column<FailedMail>[] => [
  {
    heading: t('mails.email'),
    cell: ({ subject, recipient }) => (
      <span className="block text-start md:min-w-48">
        <span className="wrap-anywhere block font-semibold">{subject}</span>
        <span className="wrap-anywhere block text-quiet text-sm">{t('mails.to', { recipient })}</span>
      </span>
    ),
  },
  { heading: t('mails.written'), cell: ({ createdat }) => <Moment at={createdat} /> },
  { heading: t('common.state'), cell: (mail) => <State {...mail} /> },
  { heading: t('common.action'), card: 'foot', cell: (mail) => <Action mail={mail} /> },
];

function State({ nextat, attempts, error }: FailedMail) {
  return (
    <span className="block md:min-w-56 md:max-w-80">
      <span className={`badge whitespace-nowrap font-semibold ${nextat ? 'badge-warning' : 'badge-error'}`}>
        {nextat ? t('mails.not_sent_yet') : t('mails.given_up')}
      </span>
      <span className="wrap-anywhere mt-1 block text-sm">{error}</span>
      <span className="block text-quiet text-sm">
        {nextat
          ? rich('mails.attempts_and_next', { count: attempts, moment: <Moment at={nextat} /> })
          : t('mails.attempts', { count: attempts })}
      </span>
    </span>
  );
}

function Action({ mail: { _id: id, subject, recipient, isretryable } }: { mail: FailedMail }) {
  const retry = useChange(mailChanges, 'retryMail');
  if (!isretryable)
    return <span className="block text-quiet text-sm md:max-w-56">{t('mails.no_longer_kept')}</span>;
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={retry.isBusy}
      aria-label={t('mails.send_again_to', { subject, recipient })}
      onClick={() => retry.run({ id })}
    >
      {t('mails.send_again')}
    </ActionButton>
  );
}

/** Mails that did not reach their people, what the mail server said, and a way to send them again. */
export const FailedMailList = ({ mails }: { mails: readonly FailedMail[] }) => (
  <DataTable
    caption={t('areas.failed_emails')}
    columns={columnsOf()}
    rows={mails}
    rowKey={({ _id }) => _id}
  />
);
