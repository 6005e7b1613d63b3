import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import { paymentPath } from '#contract/payments/payment-path.ts';
import { type Selection, selectionCalls } from '#contract/selections/calls.ts';
import { trialCalls } from '#contract/trials/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { wishCalls } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { ClassCell } from '#web/features/classes/class-cell.tsx';
import { LearnerFilter, learnerIn, useNameShown } from '#web/features/learners/learner-filter.tsx';
import { Basket } from '#web/features/payments/basket.tsx';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { selectionChanges } from '#web/features/selections/changes.ts';
import { LessonWarnings } from '#web/features/selections/lesson-warnings.tsx';
import { waitlistChanges } from '#web/features/waitlist/changes.ts';
import { WaitingList } from '#web/features/waitlist/waiting-list.tsx';
import { wishChanges } from '#web/features/wishes/changes.ts';
import { MyWishes } from '#web/features/wishes/my-wishes.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { isFamily, namedOf } from '#web/lib/family/family.ts';
import { offOf } from '#web/lib/family/trials-off.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { dueNow, usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/selected';

const api = apiOf(selectionCalls, waitlistCalls, learnerCalls, trialCalls, wishCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('selections.my_selected_class')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = { email: signedInUser().email };
  const learnerid = learnerIn(request.url);
  // All of it: what is paid together is chosen among all that is selected.
  const [selected, waiting, family, trials, wishes] = await Promise.all([
    api.listSelections({ params }),
    api.listWaitlist({ params }),
    api.listLearners(),
    api.listTrials({ querystring: {} }),
    api.listWishes({ querystring: placeIn(new URL(request.url).searchParams) }),
  ]);
  const isShown = (one: { learnerid: string }) => !learnerid || one.learnerid === learnerid;
  return {
    selected: selected.filter(isShown),
    waiting: waiting.filter(isShown),
    family,
    trials,
    wishes: { ...wishes, items: wishes.items.filter(isShown) },
  };
}

export const clientAction = actionOf({ ...selectionChanges, ...waitlistChanges, ...wishChanges });

type Row = Omit<Selection, 'result'> & { item: MusicClass; off: number };

export default function Selected({
  loaderData: { selected, waiting, family, trials, wishes },
}: Route.ComponentProps) {
  const wordsOf = usePriceWords();
  const { money } = useFormats();
  const { school } = useConfig();
  const rows = selected.flatMap(({ result: [item], ...row }): Row[] =>
    // Nothing is taken off where nothing is due now.
    item ? [{ ...row, item, off: dueNow(item, school) > 0 ? offOf(trials)(row) : 0 }] : [],
  );
  const hasFamily = isFamily(family);
  const child = useNameShown(family);
  const learnerOf = ({ learnerid }: Row) => family.find(({ _id }) => _id === learnerid);
  const canPay = (row: Row) => learnerOf(row)?.maypay ?? false;
  const columns: Column<Row>[] = [
    {
      heading: t('selections.class_image'),
      cell: (row) => (
        <ClassCell image={row.item.image} name={row.item.classname}>
          <ForWhom family={family} learner={row} />
          <WhenLine item={row.item} className="mt-1 text-quiet text-sm" />
          <LessonWarnings warnings={row} />
        </ClassCell>
      ),
    },
    { heading: t('classes.instructor'), cell: ({ item }) => teacherName(item.instructorname) },
    {
      heading: t('classes.price_label'),
      cell: ({ item, off }) => {
        const { amount, fee, later, left } = wordsOf(item);
        const less = off > 0 ? t('trials.is_taken_off', { sum: money(off) }) : '';
        return (
          <span className="block">
            {later || amount}
            {[fee, left, less].filter(Boolean).map((line) => (
              <span key={line} className="block text-quiet text-xs">
                {line}
              </span>
            ))}
          </span>
        );
      },
    },
    { heading: t('selections.available_seat'), cell: ({ item }) => item.availableseat },
    { heading: t('classes.total_enrolled'), cell: ({ item }) => item.enrolledstudents },
    {
      heading: t('common.delete'),
      cell: (row) =>
        learnerOf(row)?.mayenrol && (
          <DeleteButton
            id={row._id}
            classname={row.item.classname}
            learnername={hasFamily ? row.learnername : ''}
          />
        ),
    },
    {
      heading: t('selections.pay'),
      cell: (row) =>
        row.item.status !== 'approved' ? (
          <span className="text-quiet text-xs">{t('classes.no_longer_offered')}</span>
        ) : row.lessons?.left === 0 ? (
          <span className="text-quiet text-xs">{t('selections.this_class_is_over')}</span>
        ) : canPay(row) ? (
          <Link
            to={paymentPath(row.classid, namedOf(family, row.learnerid))}
            className="btn btn-primary btn-sm whitespace-nowrap"
          >
            {rich(hasFamily ? 'selections.pay_now_for_learner' : 'selections.pay_now_for', {
              name: row.item.classname,
              learner: row.learnername,
              hidden: (words) => <span className="sr-only">{words}</span>,
            })}
          </Link>
        ) : (
          <span className="text-quiet text-xs">{t('selections.someone_else_pays')}</span>
        ),
    },
  ];
  return (
    <>
      <PageHeading title={t('selections.my_selected_class')} lead={t('selections.my_selected_lead')} />
      <LearnerFilter family={family} />
      <WaitingList entries={waiting} family={family} />
      <div className="mt-8">
        {rows.length === 0 ? (
          <Empty
            sentence={
              child
                ? t('selections.nothing_is_selected_for', { child })
                : t('selections.not_selected_class_yet')
            }
          >
            <Link to="/classes" className="btn btn-primary">
              {t('classes.see_all_classes')}
            </Link>
          </Empty>
        ) : (
          <DataTable
            caption={t('selections.my_selected_classes')}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowClass={({ item }) => (item.availableseat === 0 ? 'bg-rose' : undefined)}
          />
        )}
        {hasFamily && <Basket rows={rows.filter((row) => canPay(row) && isOnOffer(row))} family={family} />}
        <MyWishes wishes={wishes.items} family={family} />
        <div className="pt-5">
          <Pager previous={wishes.previous} next={wishes.next} />
        </div>
        <div className="mt-6">
          <AskLink />
        </div>
      </div>
    </>
  );
}

/** Whether a place can still be had: the school may have taken the class off since, or it is over. */
const isOnOffer = ({ item, lessons }: Row) => item.status === 'approved' && lessons?.left !== 0;

function DeleteButton({
  id,
  classname,
  learnername,
}: {
  id: string;
  classname: string;
  learnername: string;
}) {
  const { isBusy, run } = useChange(selectionChanges, 'deleteSelection');
  return (
    <ActionButton
      className="btn btn-ghost btn-square btn-sm text-error"
      aria-label={
        learnername
          ? t('selections.delete_for', { name: classname, learner: learnername })
          : t('selections.delete', { name: classname })
      }
      title={t('common.delete')}
      isBusy={isBusy}
      icon={<Trash2 className="size-4.5" aria-hidden="true" />}
      onClick={() => run({ id })}
    />
  );
}
