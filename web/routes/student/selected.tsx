import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes.ts';
import type { Selection } from '#contract/selections.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { Empty } from '#web/components/empty.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ClassCell } from '#web/features/classes/class-cell.tsx';
import { selectionChanges } from '#web/features/selections/changes.ts';
import { waitlistChanges } from '#web/features/waitlist/changes.ts';
import { WaitingList } from '#web/features/waitlist/waiting-list.tsx';
import { placeIn } from '#web/lib/address.ts';
import { api } from '#web/lib/api.ts';
import { actionOf, useChange } from '#web/lib/change.ts';
import { useFeeNote } from '#web/lib/fee-note.ts';
import { useFormats } from '#web/lib/formats.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/selected';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'My Selected Class'), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = { email: signedInUser().email };
  const [page, waiting] = await Promise.all([
    api.browseSelections({ params, querystring: placeIn(new URL(request.url).searchParams) }),
    api.listWaitlist({ params }),
  ]);
  return { page, waiting };
}

export const clientAction = actionOf({ ...selectionChanges, ...waitlistChanges });

type Row = Pick<Selection, '_id'> & { item: MusicClass };

export default function Selected({ loaderData: { page, waiting } }: Route.ComponentProps) {
  const { money: price } = useFormats();
  const feeNote = useFeeNote();
  const rows = page.items.flatMap(({ _id, result: [item] }): Row[] => (item ? [{ _id, item }] : []));
  const columns: Column<Row>[] = [
    {
      heading: 'Class/Image',
      cell: ({ item }) => <ClassCell image={item.image} name={item.classname} />,
    },
    { heading: 'Instructor', cell: ({ item }) => item.instructorname },
    {
      heading: 'Price',
      cell: ({ item }) => (
        <span className="block">
          {price(item.price)}
          {feeNote && <span className="block text-quiet text-xs">{feeNote}</span>}
        </span>
      ),
    },
    { heading: 'Available Seat', cell: ({ item }) => item.availableseat },
    { heading: 'Total Enrolled', cell: ({ item }) => item.enrolledstudents },
    { heading: 'Delete', cell: ({ _id, item }) => <DeleteButton id={_id} classname={item.classname} /> },
    {
      heading: 'Pay',
      cell: ({ item }) => (
        <Link to={`/student/class/payment/${item._id}`} className="btn btn-primary btn-sm whitespace-nowrap">
          Pay Now<span className="sr-only"> for {item.classname}</span>
        </Link>
      ),
    },
  ];
  return (
    <>
      <PageHeading title="My Selected Class" lead="A seat is yours once it is paid." />
      <WaitingList entries={waiting} />
      <div className="mt-8">
        {rows.length === 0 ? (
          <Empty sentence="You have not selected a class yet.">
            <Link to="/classes" className="btn btn-primary">
              See all classes
            </Link>
          </Empty>
        ) : (
          <DataTable
            caption="My selected classes"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowClass={({ item }) => (item.availableseat === 0 ? 'bg-rose' : undefined)}
          />
        )}
        <Pager previous={page.previous} next={page.next} />
      </div>
    </>
  );
}

function DeleteButton({ id, classname }: { id: string; classname: string }) {
  const { isBusy, run } = useChange(selectionChanges, 'deleteSelection');
  return (
    <ActionButton
      className="btn btn-ghost btn-square btn-sm text-error"
      aria-label={`Delete ${classname}`}
      title="Delete"
      isBusy={isBusy}
      icon={<Trash2 className="size-4.5" aria-hidden="true" />}
      onClick={() => run({ id })}
    />
  );
}
