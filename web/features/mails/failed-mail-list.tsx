import type { FailedMail } from '#contract/mails/calls.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { mailChanges } from './changes.ts';

const COLUMNS: Column<FailedMail>[] = [
  {
    heading: 'Email',
    cell: ({ subject, recipient }) => (
      <span className="block text-start md:min-w-48">
        <span className="wrap-anywhere block font-semibold">{subject}</span>
        <span className="wrap-anywhere block text-quiet text-sm">to {recipient}</span>
      </span>
    ),
  },
  { heading: 'Written', cell: ({ createdat }) => <Moment at={createdat} /> },
  { heading: 'State', cell: (mail) => <State {...mail} /> },
  { heading: 'Action', card: 'foot', cell: (mail) => <Action mail={mail} /> },
];

function State({ nextat, attempts, error }: FailedMail) {
  return (
    <span className="block md:max-w-80">
      <span className={`badge font-semibold ${nextat ? 'badge-warning' : 'badge-error'}`}>
        {nextat ? 'Not sent yet' : 'Given up'}
      </span>
      <span className="wrap-anywhere mt-1 block text-sm">{error}</span>
      <span className="block text-quiet text-sm">
        {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        {nextat && (
          <>
            , next <Moment at={nextat} />
          </>
        )}
      </span>
    </span>
  );
}

function Action({ mail: { _id: id, subject, recipient, isretryable } }: { mail: FailedMail }) {
  const retry = useChange(mailChanges, 'retryMail');
  if (!isretryable)
    return (
      <span className="block text-quiet text-sm md:max-w-56">
        Its text is no longer kept, because it opened an account or is out of date. Its recipient can request
        a new one.
      </span>
    );
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      isBusy={retry.isBusy}
      aria-label={`Send again: ${subject}, to ${recipient}`}
      onClick={() => retry.run({ id })}
    >
      Send again
    </ActionButton>
  );
}

/** Mails that did not reach their people, what the mail server said, and a way to send them again. */
export const FailedMailList = ({ mails }: { mails: readonly FailedMail[] }) => (
  <DataTable caption="Failed emails" columns={COLUMNS} rows={mails} rowKey={({ _id }) => _id} />
);
