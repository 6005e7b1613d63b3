import { recitalOfficeCalls } from '#contract/recitals/office-calls.ts';
import { roomCalls } from '#contract/rooms/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { recitalChanges } from '#web/features/recitals/changes.ts';
import { RecitalList } from '#web/features/recitals/recital-list.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/list';

const api = apiOf(recitalOfficeCalls, roomCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('recitals.recitals')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [page, rooms] = await Promise.all([
    api.listRecitals({ querystring: placeIn(new URL(request.url).searchParams) }),
    api.listRooms(),
  ]);
  return { page, rooms };
}

export const clientAction = actionOf(recitalChanges);

export default function Recitals({ loaderData: { page, rooms } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('recitals.recitals')} lead={t('recitals.lead')} />
      <RecitalList recitals={page.items} rooms={rooms} />
      <Pager previous={page.previous} next={page.next} />
    </>
  );
}
