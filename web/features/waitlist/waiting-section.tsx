import { useState } from 'react';
import { Link } from 'react-router';
import type { WaitingLearner } from '#contract/waitlist/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { LeavesBadge } from '#web/components/people/leaves-badge.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { waitingChanges } from './office-changes.ts';

type Props = {
  classname: string;
  waiting: readonly WaitingLearner[];
  /** How many places are free. */
  free: number;
  /** Whether the office reads it, which may offer places and take people off. */
  isOffice?: boolean;
};

const LEARNER: Column<WaitingLearner> = {
  heading: 'Student',
  cell: ({ learnername, groupid }) => (
    <span className="block text-start">
      <span className="wrap-anywhere font-semibold">{learnername}</span>
      {groupid && <span className="block text-quiet text-sm">waiting with brothers or sisters</span>}
    </span>
  ),
};

const FAMILY: Column<WaitingLearner> = {
  heading: 'Family',
  cell: ({ family }) =>
    family && (
      <span className="flex flex-col items-start">
        <Link className="link wrap-anywhere inline-block min-h-6" to={`/admin/families/${family._id}`}>
          {family.name}
        </Link>
        <a className="link inline-block min-h-6 text-quiet text-sm" href={`mailto:${family.email}`}>
          <EmailAddress email={family.email} />
        </a>
        <LeavesBadge at={family.leavesat} />
      </span>
    ),
};

const STANDING: Column<WaitingLearner> = {
  heading: 'Status',
  cell: ({ position, offeruntil }) =>
    offeruntil ? (
      <span className="block text-start">
        <span className="badge badge-info font-semibold">Place offered</span>
        <span className="mt-1 block text-quiet text-sm">
          until <Moment at={offeruntil} />
        </span>
      </span>
    ) : (
      <span className="whitespace-nowrap tabular-nums">{position === 1 ? 'Next' : `Number ${position}`}</span>
    ),
};

const SINCE: Column<WaitingLearner> = {
  heading: 'Waiting since',
  cell: ({ createdat }) => <Day at={createdat} className="whitespace-nowrap" />,
};

/** Who waits for a class, in the order of their turns. */
export function WaitingSection({ classname, waiting, free, isOffice = false }: Props) {
  const groups = Map.groupBy(waiting, ({ _id, groupid }) => groupid ?? _id);
  const actions: Column<WaitingLearner> = {
    heading: 'Action',
    card: 'foot',
    cell: (one) => {
      const together = groups.get(one.groupid ?? one._id) ?? [one];
      return together[0] === one && <Actions classname={classname} together={together} free={free} />;
    },
  };
  const columns = isOffice ? [LEARNER, FAMILY, STANDING, SINCE, actions] : [LEARNER, STANDING, SINCE];
  return (
    <section aria-labelledby="waiting" className="mt-10 print:hidden">
      <h2 id="waiting" className="mb-1 text-subheading">
        Waiting list
      </h2>
      {waiting.length === 0 ? (
        <p className="text-quiet">No one is waiting for this class.</p>
      ) : (
        <>
          <p className="mb-4 text-quiet">
            {free === 0
              ? 'The class is full. When a place comes free, the next in line has 24 hours to take it.'
              : `${free === 1 ? '1 place is' : `${free} places are`} free.`}
          </p>
          <DataTable
            caption={`Waiting for ${classname}`}
            columns={columns}
            rows={waiting}
            rowKey={({ _id }) => _id}
          />
        </>
      )}
    </section>
  );
}

type Of = { classname: string; together: readonly WaitingLearner[]; free: number };

function Actions({ classname, together, free }: Of) {
  const [asks, setAsks] = useState<'offer' | 'remove'>();
  const offer = useChange(waitingChanges, 'offerPlace');
  const remove = useChange(waitingChanges, 'removeWaiting');
  const names = together.map(({ learnername }) => learnername).join(' and ');
  const id = together[0]?._id ?? '';
  const isOffered = together.some(({ state }) => state === 'offered');
  const close = () => setAsks(undefined);
  return (
    <span className="flex w-full flex-wrap gap-2 max-sm:*:grow">
      {!isOffered && (
        <ActionButton
          className="btn btn-outline btn-sm"
          isBusy={offer.isBusy}
          disabled={free < together.length}
          aria-label={`Offer now: a place for ${names}`}
          onClick={() => setAsks('offer')}
        >
          Offer now
        </ActionButton>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm text-error"
        aria-label={`Remove ${names} from the waiting list`}
        onClick={() => setAsks('remove')}
      >
        Remove
      </button>
      {asks === 'offer' && (
        <ConfirmDialog
          title={`Offer ${names} ${together.length === 1 ? 'a place' : `${together.length} places`}?`}
          confirmLabel="Offer now"
          cancelLabel="Not now"
          tone="primary"
          onConfirm={() => offer.run({ id })}
          onClose={close}
        >
          <p>
            {together[0]?.position === 1
              ? 'They are next in line.'
              : 'They are offered the place ahead of others who have waited longer.'}{' '}
            The family gets an email and has 24 hours to pay.
          </p>
        </ConfirmDialog>
      )}
      {asks === 'remove' && (
        <ConfirmDialog
          title={`Remove ${names} from the waiting list?`}
          confirmLabel="Remove"
          onConfirm={() => remove.run({ id })}
          onClose={close}
        >
          <p>
            {isOffered
              ? `Their offered place in ${classname} goes to the next in line.`
              : `They lose their turn for ${classname}.`}{' '}
            The family gets an email.
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
