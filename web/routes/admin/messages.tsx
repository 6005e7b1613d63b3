import { CIRCULAR_DAYS, circularCalls, RECIPIENT_DAYS } from '#contract/circulars/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { CircularList } from '#web/features/circulars/circular-list.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/messages';

const api = apiOf(circularCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.messages')), NOT_INDEXED];

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  api.browseCirculars({ querystring: placeIn(new URL(request.url).searchParams) });

export default function Messages({ loaderData: { items, previous, next } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={t('areas.messages')}
        lead={t('circulars.lead', { years: CIRCULAR_DAYS / 365, days: RECIPIENT_DAYS })}
      />
      <div className="mt-8">
        {items.length === 0 ? (
          <Empty sentence={t('circulars.none_yet')} />
        ) : (
          <CircularList circulars={items} />
        )}
      </div>
      <Pager previous={previous} next={next} />
    </>
  );
}
