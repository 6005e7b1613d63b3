import { useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import { type Enrolment, paymentCalls } from '#contract/payments/calls.ts';
import { reservationCalls } from '#contract/reservations/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { ClassCell } from '#web/features/classes/class-cell.tsx';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import { LearnerFilter, learnerIn, useNameShown } from '#web/features/learners/learner-filter.tsx';
import { enrolmentChanges } from '#web/features/payments/changes.ts';
import { cancelLead } from '#web/features/payments/money-back.ts';
import { PastEnrolments } from '#web/features/payments/past-enrolments.tsx';
import { reservationChanges } from '#web/features/reservations/changes.ts';
import { ReservedList } from '#web/features/reservations/reserved-list.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { isFamily } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';
import { usePriceWords } from '#web/lib/formats/price-words.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/enrolled';
import { MoveButton } from './move-button.tsx';

const api = apiOf(paymentCalls, learnerCalls, reservationCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('payments.my_enrolled_class')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = { email: signedInUser().email };
  const learnerid = learnerIn(request.url);
  const querystring = { ...placeIn(new URL(request.url).searchParams), learnerid };
  const [page, past, reserved, family] = await Promise.all([
    api.browseEnrolments({ params, querystring }),
    api.listPastEnrolments({ params }),
    api.listReservations(),
    api.listLearners(),
  ]);
  const isShown = (one: { learnerid: string }) => !learnerid || one.learnerid === learnerid;
  return { page, reserved: reserved.items.filter(isShown), past: past.filter(isShown), family };
}

export const clientAction = actionOf({ ...enrolmentChanges, ...choosingChanges, ...reservationChanges });

type Row = Enrolment & { item: MusicClass };

export default function Enrolled({ loaderData: { page, past, reserved, family } }: Route.ComponentProps) {
  const { money: price, moment } = useFormats();
  const wordsOf = usePriceWords();
  const rows = page.items.flatMap((enrolment): Row[] => {
    const [item] = enrolment.result;
    return item ? [{ ...enrolment, item }] : [];
  });
  const hasFamily = isFamily(family);
  const child = useNameShown(family);
  const mayCancel = ({ learnerid, cancellable }: Row) =>
    cancellable && family.some(({ _id, mayenrol }) => _id === learnerid && mayenrol);
  const columns: Column<Row>[] = [
    {
      heading: t('selections.class_image'),
      cell: (row) => (
        <ClassCell image={row.item.image} name={row.item.classname}>
          <ForWhom family={family} learner={row} />
          <WhenLine item={row.item} className="mt-1 text-quiet text-sm" />
          {row.paidby === 'due' && mayCancel(row) && (
            <span className="mt-1 block text-sm md:min-w-40">
              {t('payments.give_back_until', { moment: moment(row.canceluntil) })}
            </span>
          )}
        </ClassCell>
      ),
    },
    { heading: t('classes.instructor'), cell: ({ item }) => teacherName(item.instructorname) },
    {
      heading: t('common.email'),
      cell: ({ item }) => (
        <span className="block md:min-w-30">
          <EmailAddress email={item.instructoremail} />
        </span>
      ),
    },
    {
      heading: t('classes.price_label'),
      cell: (row) => {
        const { later } = wordsOf(row.item);
        const sum = price(row.price, row.currency);
        return (
          <span className="block">
            {later || price(row.item.price)}
            <span className="block text-quiet text-xs">
              {paidWords(row, later ? t('payments.enrolment_fee_sum', { sum }) : sum)}
              {row.rest !== undefined &&
                `${row.price > 0 ? ' · ' : ''}${t('invoices.sum_on_invoice', { sum: price(row.rest, row.currency) })}`}
            </span>
          </span>
        );
      },
    },
    { heading: t('payments.available_seat'), cell: ({ item }) => item.availableseat },
    { heading: t('classes.total_enrolled'), cell: ({ item }) => item.enrolledstudents },
    {
      heading: t('payments.transactionid'),
      cell: (row) => (
        <div className="md:min-w-32">
          <code className="wrap-anywhere block text-balance text-xs">{row.transactionId}</code>
          <span className="mt-2 flex flex-wrap gap-1 @max-3xl:justify-end">
            {!row.paidbyother && (
              <Link to={`/student/receipt/${row._id}`} className="btn btn-outline btn-xs btn-paper">
                {rich(hasFamily ? 'payments.receipt_for_learner' : 'payments.receipt_for', {
                  name: row.item.classname,
                  learner: row.learnername,
                  hidden: (words) => <span className="sr-only">{words}</span>,
                })}
              </Link>
            )}
            <MoveButton place={{ ...row, classname: row.item.classname }} family={family} />
            {mayCancel(row) && (
              <CancelButton
                enrolment={row}
                learnername={hasFamily ? row.learnername : undefined}
                isOneOfSeveral={rows.some((other) => isPaidWith(row, other))}
              />
            )}
          </span>
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHeading title={t('payments.my_enrolled_class')} />
      <LearnerFilter family={family} />
      <ReservedList reservations={reserved} family={family} />
      <div className="mt-8">
        {rows.length === 0 ? (
          <Empty
            sentence={child ? t('payments.not_in_class_yet', { child }) : t('payments.not_enrolled_yet')}
          >
            <Link to="/student/class/selected" className="btn btn-primary">
              {t('payments.see_what_you_selected')}
            </Link>
          </Empty>
        ) : (
          <DataTable
            caption={t('payments.my_enrolled_classes')}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowClass={({ item }) => (item.availableseat === 0 ? 'bg-rose' : undefined)}
          />
        )}
        <Pager previous={page.previous} next={page.next} />
      </div>
      <PastEnrolments enrolments={past} family={family} />
    </>
  );
}

/** What was paid for a place, which need not be the price of its class. */
function paidWords({ price, rest, paidby }: Row, sum: string): string {
  if (paidby === 'due') return t('payments.to_pay_at_school_sum', { sum });
  if (price > 0) return t('payments.paid_sum', { sum });
  return rest === undefined ? t('payments.nothing_to_pay') : '';
}

/** Whether another enrolment was paid for by the same payment. */
const isPaidWith = ({ _id, transactionId }: Row, other: Row) =>
  other._id !== _id && other.transactionId === transactionId;

function CancelButton({
  enrolment,
  learnername,
  isOneOfSeveral,
}: {
  enrolment: Row;
  /** Where it may be one of several. */
  learnername: string | undefined;
  isOneOfSeveral: boolean;
}) {
  const { _id, item, earned = 0, currency, canceluntil, paidbyother } = enrolment;
  const back = goesBackOf(enrolment);
  const { run } = useChange(enrolmentChanges, 'cancelEnrolment');
  const [isAsking, setIsAsking] = useState(false);
  const { money, moment } = useFormats();
  const lead = { who: learnername ? 'other' : 'self', until: moment(canceluntil) } as const;
  return (
    <>
      <button type="button" className="btn btn-ghost btn-xs text-error" onClick={() => setIsAsking(true)}>
        {rich(learnername ? 'payments.cancel_hidden_for' : 'payments.cancel_hidden', {
          name: item.classname,
          learner: learnername ?? '',
          hidden: (words) => <span className="sr-only">{words}</span>,
        })}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={
            learnername
              ? t('payments.cancel_for', { name: item.classname, learner: learnername })
              : t('payments.leave', { name: item.classname })
          }
          confirmLabel={learnername ? t('payments.cancel_this_place') : t('payments.cancel_my_place')}
          cancelLabel={learnername ? t('payments.keep_place') : t('payments.keep_my_place')}
          onConfirm={() => run({ id: _id, classname: item.classname, learnername, paidbyother })}
          onClose={() => setIsAsking(false)}
        >
          <div className="space-y-2">
            <p>
              {back > 0
                ? cancelLead(enrolment, { ...lead, sum: money(back, currency) })
                : t('payments.cancel_lead', lead)}
            </p>
            {earned > 0 && <p>{keptWords(enrolment, money)}</p>}
            {enrolment.rest !== undefined && <p>{t('invoices.when_place_ends')}</p>}
            {isOneOfSeveral && <p>{t('payments.other_places_stay')}</p>}
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
