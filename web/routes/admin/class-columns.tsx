import { MessageSquareText, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes.ts';
import type { Column } from '#web/components/data-table.tsx';
import { StatusBadge } from '#web/components/status-badge.tsx';
import { ClassLine } from '#web/features/classes/class-line.tsx';

/** What an admin may want to do with a class. */
export type ClassIntent = 'approved' | 'denied' | 'feedback' | 'deleted' | 'history';

type Options = {
  price: (amount: number) => string;
  onIntent: (item: MusicClass, intent: ClassIntent) => void;
};

/** The columns of Manage Classes. Approve and Deny work while a class is pending. */
export function classColumns({ price, onIntent }: Options): Column<MusicClass>[] {
  return [
    { heading: 'Class', cell: (item) => <ClassLine item={item} /> },
    { heading: 'Price', cell: (item) => <span className="tabular-nums">{price(item.price)}</span> },
    {
      heading: 'Seats',
      cell: (item) => (
        <span className="inline-flex flex-col text-sm tabular-nums @max-3xl:items-end">
          <span className="whitespace-nowrap">{item.availableseat} free</span>
          <Link
            to={`/admin/roster/${item._id}`}
            className="link whitespace-nowrap text-quiet"
            aria-label={`Roster of ${item.classname}, ${item.enrolledstudents} enrolled`}
          >
            {item.enrolledstudents} enrolled
          </Link>
        </span>
      ),
    },
    {
      heading: 'Status',
      cell: (item) => (
        <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
          <StatusBadge status={item.status} />
          <button
            type="button"
            className="link text-quiet text-sm"
            aria-label={`History of ${item.classname}`}
            onClick={() => onIntent(item, 'history')}
          >
            History
          </button>
        </span>
      ),
    },
    { heading: 'Decide', cell: (item) => <Actions item={item} onIntent={onIntent} /> },
  ];
}

function Actions({ item, onIntent }: { item: MusicClass; onIntent: Options['onIntent'] }) {
  const isDecided = item.status !== 'pending';
  return (
    <span className="flex flex-wrap justify-end gap-2 @3xl:w-52 @3xl:justify-start">
      <button
        type="button"
        className="btn btn-success btn-sm flex-1"
        disabled={isDecided}
        aria-label={`Approve ${item.classname}`}
        onClick={() => onIntent(item, 'approved')}
      >
        Approve
      </button>
      <button
        type="button"
        className="btn btn-error btn-sm flex-1"
        disabled={isDecided}
        aria-label={`Deny ${item.classname}`}
        onClick={() => onIntent(item, 'denied')}
      >
        Deny
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm flex-1"
        aria-label={`Feedback on ${item.classname}`}
        onClick={() => onIntent(item, 'feedback')}
      >
        <MessageSquareText className="size-4" aria-hidden="true" />
        Feedback
      </button>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-label={`Delete ${item.classname}`}
        onClick={() => onIntent(item, 'deleted')}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        Delete
      </button>
    </span>
  );
}
