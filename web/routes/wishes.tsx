import { valuesOf } from '#contract/school/lists.ts';
import { wishOfficeCalls } from '#contract/wishes/office-calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { WishGridView } from '#web/features/wishes/wish-grid.tsx';
import { chosen, idIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/wishes';

const api = apiOf(wishOfficeCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('wishes.wishes')), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { school } = clientConfig();
  const of = {
    level: chosen(searchParams, 'level', valuesOf(school, 'levels')),
    group: chosen(searchParams, 'group', valuesOf(school, 'groups')),
  };
  const asked = idIn(searchParams, 'instrument');
  const all = await api.readWishGrid({ querystring: { ...of, instrument: asked } });
  // Where none is chosen it is the one that most families wish for.
  const instrument = asked ?? all.instruments[0]?._id;
  const grid = instrument === asked ? all : await api.readWishGrid({ querystring: { ...of, instrument } });
  return { grid, of: { ...of, instrument } };
}

export default function Wishes({ loaderData: { grid, of } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('wishes.what_families_wish')} lead={t('wishes.grid_lead')} />
      {grid.instruments.length === 0 ? (
        <Empty sentence={t('wishes.none_yet')} />
      ) : (
        <WishGridView key={JSON.stringify(of)} grid={grid} of={of} addClass="../addclass" />
      )}
    </>
  );
}
