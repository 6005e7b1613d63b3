import { Link } from 'react-router';
import type { AdminClass } from '#contract/classes/calls.ts';
import { isFormer } from '#contract/former.ts';
import { MessageSquareText } from '#web/components/icons/message-square-text.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { ClassLine } from '#web/features/classes/class-line.tsx';
import { MeetsLink } from '#web/features/classes/meets-link.tsx';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { useChange } from '#web/lib/api/change.ts';

/** What an admin may want to do with a class in a dialog. */
export type ClassIntent = 'feedback' | 'takeoff' | 'changes' | 'teacher' | 'deleted' | 'history';

type Options = {
  price: (amount: number) => string;
  onIntent: (item: AdminClass, intent: ClassIntent) => void;
};

/** The columns of Manage Classes. Approve and Deny work while a class is pending. */
export function classColumns({ price, onIntent }: Options): Column<AdminClass>[] {
  return [
    {
      heading: 'Class',
      sort: 'classname',
      cell: (item) => (
        <ClassLine item={item}>
          <MeetsLink item={item} area="/admin" />
        </ClassLine>
      ),
    },
    {
      heading: 'Price',
      sort: 'price',
      card: 'plain',
      cell: (item) => <span className="tabular-nums">{price(item.price)}</span>,
    },
    {
      heading: 'Places',
      sort: 'availableseat',
      card: 'plain',
      cell: (item) => (
        <span className="inline-flex flex-col text-sm tabular-nums @max-3xl:flex-row @max-3xl:gap-2">
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
      sort: 'status',
      card: 'plain',
      cell: (item) => <Status item={item} onIntent={onIntent} />,
    },
    { heading: 'Decide', card: 'foot', cell: (item) => <Actions item={item} onIntent={onIntent} /> },
    {
      heading: 'Delete',
      card: 'end',
      cell: (item) => (
        <button
          type="button"
          className="btn btn-ghost btn-square btn-sm text-error"
          aria-label={`Delete ${item.classname}`}
          title="Delete"
          onClick={() => onIntent(item, 'deleted')}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </button>
      ),
    },
  ];
}

type Of = { item: AdminClass; onIntent: Options['onIntent'] };

function Status({ item, onIntent }: Of) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 @3xl:flex-col @3xl:items-start">
      <StatusBadge status={item.status} />
      {item.changedat && (
        <button
          type="button"
          className="link whitespace-nowrap font-semibold text-error text-sm"
          aria-label={`Changed since approval: ${item.classname}`}
          onClick={() => onIntent(item, 'changes')}
        >
          Changed since
        </button>
      )}
      <button
        type="button"
        className="link text-quiet text-sm"
        aria-label={`History of ${item.classname}`}
        onClick={() => onIntent(item, 'history')}
      >
        History
      </button>
      <Link
        to={`/admin/updateclass/${item._id}`}
        className="link text-quiet text-sm"
        aria-label={`Edit ${item.classname}`}
      >
        Edit
      </Link>
      <button
        type="button"
        className={`link text-start text-sm ${isFormer(item.instructoremail) ? 'font-semibold text-error' : 'text-quiet'}`}
        aria-label={`${isFormer(item.instructoremail) ? 'Without a teacher: hand over' : 'Hand over'} ${item.classname}`}
        onClick={() => onIntent(item, 'teacher')}
      >
        {isFormer(item.instructoremail) ? 'Without a teacher' : 'Hand over'}
      </button>
    </span>
  );
}

/** Once it is decided, Approve and Deny stay where they are but step back. */
function Actions({ item, onIntent }: Of) {
  const approve = useChange(decisionChanges, 'approveClass');
  const deny = useChange(decisionChanges, 'denyClass');
  const isDecided = item.status !== 'pending';
  const seen = { id: item._id, version: item.version };
  const look = (tone: string) => `btn btn-sm ${isDecided ? 'btn-ghost' : tone}`;
  return (
    <span className="grid w-full grid-cols-2 gap-2 @3xl:w-52">
      <button
        type="button"
        className={look('btn-success')}
        disabled={isDecided || isFormer(item.instructoremail)}
        aria-label={`Approve ${item.classname}`}
        onClick={() => approve.run(seen)}
      >
        Approve
      </button>
      <button
        type="button"
        className={look('btn-error')}
        disabled={isDecided}
        aria-label={`Deny ${item.classname}`}
        onClick={() => deny.run(seen)}
      >
        Deny
      </button>
      <button
        type="button"
        className={`btn btn-outline btn-sm ${item.status === 'approved' ? '' : 'col-span-2'}`}
        aria-label={`Feedback on ${item.classname}`}
        onClick={() => onIntent(item, 'feedback')}
      >
        <MessageSquareText className="size-4 shrink-0" aria-hidden="true" />
        Feedback
      </button>
      {item.status === 'approved' && (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-label={`Take off the list: ${item.classname}`}
          onClick={() => onIntent(item, 'takeoff')}
        >
          Take off
        </button>
      )}
    </span>
  );
}
