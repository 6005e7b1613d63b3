import { useState } from 'react';
import { Link } from 'react-router';
import { listOf } from '#contract/formats.ts';
import type { WaitingLearner } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { LeavesBadge } from '#web/components/people/leaves-badge.tsx';
import { Day, Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { waitingChanges } from './office-changes.ts';

type Props = {
  classname: string;
  waiting: readonly WaitingLearner[];
  /** How many places are free. */
  free: number;
  /** Whether the office reads it, which may offer places and take people off. */
  isOffice?: boolean;
};

const learnerColumn = (): Column<WaitingLearner> => ({
  heading: t('rosters.student'),
  cell: ({ learnername, groupid }) => (
    <span className="block text-start">
      <span className="wrap-anywhere font-semibold">{learnername}</span>
      {groupid && <span className="block text-quiet text-sm">{t('waitlist.with_siblings')}</span>}
    </span>
  ),
});

const familyColumn = (): Column<WaitingLearner> => ({
  heading: t('families.family'),
  cell: ({ family }) =>
    family && (
      <span className="flex flex-col items-start">
        <Link className="link wrap-anywhere inline-block min-h-6" to={`/admin/families/${family._id}`}>
          {family.name}
        </Link>
        {family.email && (
          <a className="link inline-block min-h-6 text-quiet text-sm" href={`mailto:${family.email}`}>
            <EmailAddress email={family.email} />
          </a>
        )}
        <LeavesBadge at={family.leavesat} />
      </span>
    ),
});

const standingColumn = (): Column<WaitingLearner> => ({
  heading: t('waitlist.status'),
  cell: ({ position, offeruntil }) =>
    offeruntil ? (
      <span className="block text-start">
        <span className="badge badge-info font-semibold">{t('waitlist.place_offered')}</span>
        <span className="mt-1 block text-quiet text-sm">
          {rich('waitlist.until', { moment: <Moment at={offeruntil} /> })}
        </span>
      </span>
    ) : (
      <span className="whitespace-nowrap tabular-nums">
        {position === 1 ? t('waitlist.next') : t('waitlist.number', { position: position ?? '' })}
      </span>
    ),
});

const sinceColumn = (): Column<WaitingLearner> => ({
  heading: t('waitlist.waiting_since'),
  cell: ({ createdat }) => <Day at={createdat} className="whitespace-nowrap" />,
});

/** Who waits for a class, in the order of their turns. */
export function WaitingSection({ classname, waiting, free, isOffice = false }: Props) {
  const groups = Map.groupBy(waiting, ({ _id, groupid }) => groupid ?? _id);
  const actions: Column<WaitingLearner> = {
    heading: t('common.action'),
    card: 'foot',
    cell: (one) => {
      const together = groups.get(one.groupid ?? one._id) ?? [one];
      return together[0] === one && <Actions classname={classname} together={together} free={free} />;
    },
  };
  const columns = isOffice
    ? [learnerColumn(), familyColumn(), standingColumn(), sinceColumn(), actions]
    : [learnerColumn(), standingColumn(), sinceColumn()];
  return (
    <section aria-labelledby="waiting" className="mt-10 print:hidden">
      <h2 id="waiting" className="mb-1 text-subheading">
        {t('waitlist.waiting_list')}
      </h2>
      {waiting.length === 0 ? (
        <p className="text-quiet">{t('waitlist.nobody_waiting')}</p>
      ) : (
        <>
          <p className="mb-4 text-quiet">
            {free === 0 ? t('waitlist.class_full') : t('waitlist.places_free', { count: free })}
          </p>
          <DataTable
            caption={t('waitlist.waiting_for', { classname })}
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
  const names = listOf(together.map(({ learnername }) => learnername));
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
          aria-label={t('waitlist.offer_now_to', { names })}
          onClick={() => setAsks('offer')}
        >
          {t('waitlist.offer_now')}
        </ActionButton>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm text-error"
        aria-label={t('waitlist.remove_names', { names })}
        onClick={() => setAsks('remove')}
      >
        {t('common.remove')}
      </button>
      {asks === 'offer' && (
        <ConfirmDialog
          title={t('waitlist.offer_places', { names, count: together.length })}
          confirmLabel={t('waitlist.offer_now')}
          cancelLabel={t('common.not_now')}
          tone="primary"
          onConfirm={() => offer.run({ id })}
          onClose={close}
        >
          <p>
            {together[0]?.position === 1 ? t('waitlist.offer_next_means') : t('waitlist.offer_ahead_means')}
          </p>
        </ConfirmDialog>
      )}
      {asks === 'remove' && (
        <ConfirmDialog
          title={t('waitlist.ask_remove_names', { names })}
          confirmLabel={t('common.remove')}
          onConfirm={() => remove.run({ id })}
          onClose={close}
        >
          <p>
            {isOffered
              ? t('waitlist.remove_offered_means', { classname })
              : t('waitlist.remove_means', { classname })}
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
