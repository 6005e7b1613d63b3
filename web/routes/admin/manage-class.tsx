import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type AdminClass, type CLASS_COLUMNS, CLASS_STATES } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { statusLabel } from '#contract/classes/status-label.ts';
import { invitationOfficeCalls } from '#contract/invitations/office-calls.ts';
import type { Sort } from '#contract/pages.ts';
import { reviewCalls } from '#contract/reviews/calls.ts';
import { type Term, termCalls } from '#contract/terms/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { ListFilter } from '#web/components/list/list-filter.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { decisionChanges, useExpectedClasses } from '#web/features/classes/changes.ts';
import { decidingChanges } from '#web/features/reservations/changes.ts';
import { NO_REVIEWS, ReviewsPanel } from '#web/features/reviews/reviews-panel.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { mayNow, useMay } from '#web/lib/session/may.ts';
import type { Route } from './+types/manage-class';
import { type ClassIntent, classColumns } from './class-columns.tsx';
import { ClassDialog, type OpenDialog, openDialog } from './class-dialogs.tsx';

const api = apiOf({ ...classOfficeCalls, ...invitationOfficeCalls, ...reviewCalls, ...termCalls });

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.manage_classes')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [page, terms, invitations, submitted] = await Promise.all([
    api.searchClasses({ querystring: Object.fromEntries(searchParams) }),
    api.listTerms(),
    // Who is invited is for admins alone.
    mayNow(invitationOfficeCalls.listInvitations) ? api.listInvitations() : [],
    // What is reviewed, too.
    mayNow(reviewCalls.listReviews) ? api.listReviews({ querystring: {} }) : NO_REVIEWS,
  ]);
  /** Who is to teach a class once they accept, by the class's id. */
  const invited: Record<string, string> = Object.fromEntries(
    invitations.flatMap(({ name, classes }) => classes.map(({ _id }) => [_id, name])),
  );
  return { ...page, terms, invited, submitted };
}

export const clientAction = actionOf({ ...decisionChanges, ...decidingChanges });

export default function ManageClasses({ loaderData }: Route.ComponentProps) {
  const { money: price } = useFormats();
  const [parameters] = useSearchParams();
  const may = useMay();
  const { terms } = loaderData;
  const rows = useExpectedClasses(loaderData.items);
  const [open, setOpen] = useState<OpenDialog>();
  // As it is now: what is sent again after a refusal names what stands on the screen.
  const item = open && (loaderData.items.find(({ _id }) => _id === open.item._id) ?? open.item);
  const onIntent = (of: AdminClass, intent: ClassIntent) => setOpen(openDialog(of, intent));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading title={t('areas.manage_classes')} />
        <Link to="/admin/addclass" className="btn btn-primary">
          {t('areas.add_class')}
        </Link>
      </div>
      <ReviewsPanel
        title={t('reviews.panel_admin')}
        kind="class"
        area="/admin"
        reviews={loaderData.submitted}
      />
      <ListFilter
        label={t('classes.search_classes')}
        choices={[
          {
            name: 'status',
            label: t('classes.status'),
            all: t('classes.status_all'),
            options: statesOf(),
          },
          ...(terms.length > 1 ? [{ name: 'term', ...termChoice(terms) }] : []),
        ]}
        sorts={sortsOf()}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty
          sentence={
            loaderData.total > 0 || ['q', 'status', 'term'].some((name) => parameters.get(name))
              ? t('classes.no_classes_match_your_search')
              : t('classes.none_in_school')
          }
        />
      ) : (
        <DataTable
          caption={t('classes.classes')}
          columns={classColumns({ price, terms, invited: loaderData.invited, onIntent, may })}
          rows={rows}
          rowKey={({ _id }) => _id}
          sorted={parameters.get('sort') ?? undefined}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
      {item && <ClassDialog {...open} item={item} onIntent={onIntent} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** The last first: it is the one that is worked on. */
const termChoice = (terms: readonly Term[]) => ({
  label: t('terms.term'),
  all: t('terms.all_terms'),
  options: Object.fromEntries(terms.toReversed().map(({ _id, name }) => [_id, name])),
});

const statesOf = () =>
  Object.fromEntries(
    CLASS_STATES.map((state) => [
      state,
      state === 'changed' ? t('classes.state_changed') : statusLabel(state),
    ]),
  );

const sortsOf = () =>
  ({
    '': t('classes.newest_first'),
    classname: t('common.name_a_to_z'),
    '-classname': t('common.name_z_to_a'),
    price: t('classes.price_lowest_first'),
    '-price': t('classes.price_highest_first'),
    availableseat: t('classes.fewest_places_first'),
    '-availableseat': t('classes.most_places_first'),
    status: t('classes.status_a_to_z'),
    '-status': t('classes.status_z_to_a'),
  }) satisfies Record<Sort<(typeof CLASS_COLUMNS)[number]> | '', string>;
