import { Link } from 'react-router';
import type { Circular } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';

/** Whom one was for. */
export const AimWords = ({ aim: { kind, name } }: Pick<Circular, 'aim'>) =>
  kind === 'owing'
    ? t('circulars.to_owing')
    : rich(kind === 'class' ? 'circulars.to_class' : 'circulars.to_term', {
        name: <OwnWords>{name ?? ''}</OwnWords>,
      });

/** How many got it, and what of that needs someone. */
export function Reached({ families, unreached, waiting, failed }: Circular) {
  const lines = [
    waiting > 0 && t('circulars.waiting', { count: waiting }),
    failed > 0 && t('circulars.failed', { count: failed }),
    unreached > 0 && t('circulars.to_call', { count: unreached }),
  ].filter((line) => typeof line === 'string');
  return (
    <span className="block">
      {t('circulars.families', { count: families })}
      {lines.map((line) => (
        <span key={line} className="block text-error text-sm">
          {line}
        </span>
      ))}
    </span>
  );
}

const columnsOf = (): Column<Circular>[] => [
  {
    heading: t('circulars.message'),
    cell: ({ _id, subject, aim }) => (
      <span className="block text-start md:min-w-48">
        <Link to={`/admin/messages/${_id}`} className="link wrap-anywhere block font-semibold">
          <OwnWords>{subject}</OwnWords>
        </Link>
        <span className="wrap-anywhere block text-quiet text-sm">
          <AimWords aim={aim} />
        </span>
      </span>
    ),
  },
  {
    heading: t('circulars.sent'),
    cell: ({ createdat, sentby }) => (
      <span className="block">
        <Moment at={createdat} />
        {sentby && <span className="wrap-anywhere block text-quiet text-sm">{sentby}</span>}
      </span>
    ),
  },
  { heading: t('circulars.who_got_it'), cell: (circular) => <Reached {...circular} /> },
];

/** What the school wrote to families, the newest first. */
export const CircularList = ({ circulars }: { circulars: readonly Circular[] }) => (
  <DataTable caption={t('areas.messages')} columns={columnsOf()} rows={circulars} rowKey={({ _id }) => _id} />
);
