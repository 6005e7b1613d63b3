import { useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { reviewCalls } from '#contract/reviews/calls.ts';
import { type Term, termCalls } from '#contract/terms/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ClassHistory, type HistoryLoad, loadClassHistory } from '#web/features/changes/class-history.tsx';
import { ClassLine } from '#web/features/classes/class-line.tsx';
import { MeetsLink } from '#web/features/classes/meets-link.tsx';
import { RunsWhenLine } from '#web/features/classes/runs-when.tsx';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { ReviewsPanel } from '#web/features/reviews/reviews-panel.tsx';
import { termWords } from '#web/features/terms/term-words.ts';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { currentSession, useSession } from '#web/lib/session/session.ts';
import type { Route } from './+types/my-class';

const api = apiOf(classOfficeCalls, reviewCalls, termCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.my_classes')),
  NOT_INDEXED,
];

/** Null where signed out. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = currentSession();
  if (session.state !== 'signed-in') return null;
  const [page, terms, reviews] = await Promise.all([
    api.browseClassesOfInstructor({
      params: { email: session.user.email },
      querystring: placeIn(new URL(request.url).searchParams),
    }),
    api.listTerms(),
    api.listReviews({ querystring: {} }),
  ]);
  return { ...page, terms, reviews };
}

type Open = { item: MusicClass; shown: 'feedback' | 'history'; history: HistoryLoad };

export default function MyClasses({ loaderData: page }: Route.ComponentProps) {
  const isSignedIn = useSession().state === 'signed-in';
  const { money: price } = useFormats();
  const [open, setOpen] = useState<Open>();
  if (!isSignedIn || !page) return <Empty sentence={t('classes.sign_in_to_see')} />;

  const show = (item: MusicClass, shown: Open['shown']) =>
    setOpen({ item, shown, history: loadClassHistory(item._id) });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t('areas.my_classes')} />
        <Link to="/instructor/addclass" className="btn btn-primary">
          {t('areas.add_class')}
        </Link>
      </div>
      <ReviewsPanel
        title={t('reviews.panel_teacher')}
        kind="class"
        area="/instructor"
        reviews={page.reviews}
      />
      {page.items.length === 0 ? (
        <Empty sentence={t('classes.none_yet')}>
          <Link to="/instructor/addclass" className="btn btn-primary">
            {t('classes.add_first')}
          </Link>
        </Empty>
      ) : (
        <DataTable
          caption={t('classes.my_classes')}
          columns={columnsOf({ price, show, terms: page.terms })}
          rows={page.items}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={page.previous} next={page.next} />
      {open && <ReadDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type Options = {
  price: (amount: number) => string;
  terms: readonly Term[];
  show: (item: MusicClass, shown: Open['shown']) => void;
};

function columnsOf({ price, show, terms }: Options): Column<MusicClass>[] {
  return [
    {
      heading: t('common.name'),
      cell: (item) => (
        <ClassLine item={item}>
          <MeetsLink item={item} area="/instructor" term={termWords(item.meets, terms)} />
          <RunsWhenLine item={item} />
        </ClassLine>
      ),
    },
    {
      heading: t('classes.price_label'),
      cell: (item) => <span className="tabular-nums">{price(item.price)}</span>,
    },
    {
      heading: t('classes.available_seat'),
      cell: (item) => <span className="tabular-nums">{item.availableseat}</span>,
    },
    { heading: t('classes.total_enrolled'), cell: (item) => <Enrolled item={item} /> },
    {
      heading: t('classes.status'),
      cell: (item) => (
        <span className="inline-flex flex-col items-end gap-1 @3xl:items-start">
          <StatusBadge status={item.status} />
          <button
            type="button"
            className="link text-quiet text-sm"
            aria-label={t('classes.history_of', { classname: item.classname })}
            onClick={() => show(item, 'history')}
          >
            {t('classes.history')}
          </button>
        </span>
      ),
    },
    {
      heading: t('classes.update'),
      card: 'plain',
      cell: (item) => (
        <Link
          to={`/instructor/updateclass/${item._id}`}
          className="btn btn-outline btn-sm"
          aria-label={t('classes.update_of', { classname: item.classname })}
        >
          {t('classes.update')}
        </Link>
      ),
    },
    {
      heading: t('classes.feedback'),
      card: 'plain',
      cell: (item) =>
        item.feedback && (
          <button
            type="button"
            className="btn btn-primary btn-sm"
            aria-label={t('classes.feedback_on', { classname: item.classname })}
            onClick={() => show(item, 'feedback')}
          >
            {t('classes.feedback')}
          </button>
        ),
    },
  ];
}

function Enrolled({ item }: { item: MusicClass }) {
  return (
    <span className="inline-flex flex-col @max-3xl:items-end tabular-nums">
      {item.enrolledstudents}
      <Link
        to={`/instructor/roster/${item._id}`}
        className="link text-quiet text-sm"
        aria-label={t('classes.roster_of_class', { classname: item.classname })}
      >
        {t('classes.roster')}
      </Link>
    </span>
  );
}

/** The latest feedback and, below it, everything that was decided and said. */
function ReadDialog({ item, shown, history, onClose }: Open & { onClose: () => void }) {
  return (
    <Dialog title={t(shown === 'history' ? 'classes.history' : 'classes.read_feedback')} onClose={onClose}>
      <p className="wrap-anywhere mb-4 text-quiet">
        <OwnWords>{item.classname}</OwnWords>
      </p>
      {shown === 'history' ? (
        <ClassHistory load={history} />
      ) : (
        <>
          <p dir="auto" className="wrap-anywhere mb-5 whitespace-pre-wrap rounded-field bg-mist/60 px-4 py-3">
            {item.feedback}
          </p>
          <details>
            <summary className="link mb-2 w-fit cursor-pointer text-plum text-sm">
              {t('classes.everything_said')}
            </summary>
            <ClassHistory load={history} />
          </details>
        </>
      )}
      {item.status === 'denied' && (
        <Link to={`/instructor/updateclass/${item._id}`} className="btn btn-primary mt-5">
          {t('classes.revise')}
        </Link>
      )}
    </Dialog>
  );
}
