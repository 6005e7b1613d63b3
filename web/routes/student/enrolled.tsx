import { useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes.ts';
import type { Enrolment } from '#contract/payments.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { EmailAddress } from '#web/components/email-address.tsx';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ClassCell } from '#web/features/classes/class-cell.tsx';
import { enrolmentChanges } from '#web/features/payments/changes.ts';
import { PastEnrolments } from '#web/features/payments/past-enrolments.tsx';
import { placeIn } from '#web/lib/address.ts';
import { api } from '#web/lib/api.ts';
import { actionOf, useChange } from '#web/lib/change.ts';
import { useFormats } from '#web/lib/formats.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/enrolled';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'My Enrolled Class'), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = { email: signedInUser().email };
  const [page, past] = await Promise.all([
    api.browseEnrolments({ params, querystring: placeIn(new URL(request.url).searchParams) }),
    api.listPastEnrolments({ params }),
  ]);
  return { page, past };
}

export const clientAction = actionOf(enrolmentChanges);

type Row = Enrolment & { item: MusicClass };

export default function Enrolled({ loaderData: { page, past } }: Route.ComponentProps) {
  const { money: price } = useFormats();
  const rows = page.items.flatMap((enrolment): Row[] => {
    const [item] = enrolment.result;
    return item ? [{ ...enrolment, item }] : [];
  });
  const columns: Column<Row>[] = [
    { heading: 'Class/Image', cell: ({ item }) => <ClassCell image={item.image} name={item.classname} /> },
    { heading: 'Instructor', cell: ({ item }) => item.instructorname },
    {
      heading: 'Email',
      cell: ({ item }) => (
        <span className="block md:min-w-30">
          <EmailAddress email={item.instructoremail} />
        </span>
      ),
    },
    { heading: 'Price', cell: ({ item }) => price(item.price) },
    { heading: 'Available Seat', cell: ({ item }) => item.availableseat },
    { heading: 'Total Enrolled', cell: ({ item }) => item.enrolledstudents },
    {
      heading: 'Transactionid',
      cell: (row) => (
        <div className="md:min-w-32">
          <code className="wrap-anywhere block text-xs">{row.transactionId}</code>
          <span className="mt-2 flex flex-wrap gap-1 @max-3xl:justify-end">
            <Link to={`/student/receipt/${row._id}`} className="btn btn-outline btn-xs bg-base-100">
              Receipt<span className="sr-only"> for {row.item.classname}</span>
            </Link>
            <CancelButton enrolment={row} />
          </span>
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHeading title="My Enrolled Class" />
      <div className="mt-8">
        {rows.length === 0 ? (
          <Empty sentence="You are not enrolled in a class yet.">
            <Link to="/student/class/selected" className="btn btn-primary">
              See what you selected
            </Link>
          </Empty>
        ) : (
          <DataTable
            caption="My enrolled classes"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowClass={({ item }) => (item.availableseat === 0 ? 'bg-rose' : undefined)}
          />
        )}
        <Pager previous={page.previous} next={page.next} />
      </div>
      <PastEnrolments enrolments={past} />
    </>
  );
}

function CancelButton({ enrolment }: { enrolment: Row }) {
  const { _id, item, price, currency, canceluntil, cancellable } = enrolment;
  const { run } = useChange(enrolmentChanges, 'cancelEnrolment');
  const [isAsking, setIsAsking] = useState(false);
  const { money, moment } = useFormats();
  const amount = money(price, currency);
  if (!cancellable) return null;

  return (
    <>
      <button type="button" className="btn btn-ghost btn-xs text-error" onClick={() => setIsAsking(true)}>
        Cancel<span className="sr-only"> {item.classname}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={`Leave ${item.classname}?`}
          confirmLabel="Cancel my enrolment"
          cancelLabel="Keep my seat"
          onConfirm={() => run({ id: _id, classname: item.classname, price, currency })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Your seat goes to somebody else
            {price > 0 && <>, and {amount} goes back to the card you paid with</>}. You can cancel until{' '}
            {moment(canceluntil)}.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
