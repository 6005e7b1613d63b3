import { memo } from 'react';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useFirstItems } from '#web/lib/page/first-items.ts';
import { pageMeta, pathOfPage } from '#web/lib/page/page-meta.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/instructors';

const api = apiOf(instructorCalls);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: t('instructors.instructors'),
    description: t('instructors.list_description'),
    path: pathOfPage('/instructorlist', loaderData?.place),
  });

const placeOf = (url: string) => placeIn(new URL(url).searchParams);

export const handle: PageHandle = { filter: placeOf };

async function load(from: typeof api, url: string) {
  const place = placeOf(url);
  return { place, page: await from.browseInstructors({ querystring: place }) };
}
export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export default function Instructors({ loaderData }: Route.ComponentProps) {
  return <InstructorList {...loaderData} />;
}

/** Left alone while another page is on its way. */
const InstructorList = memo(({ page }: Route.ComponentProps['loaderData']) => {
  const shown = useFirstItems(page.items);
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading title={t('instructors.list_title')} lead={t('instructors.list_lead')} />
      {page.items.length === 0 ? (
        <Empty sentence={t('instructors.nobody_yet')} />
      ) : (
        <section aria-label={t('instructors.instructors')}>
          <h2 className="sr-only">{t('instructors.instructors')}</h2>
          <ul className="mt-10 grid cards-by-letters gap-4 sm:gap-6 lg:grid-cols-4">
            {shown.map((instructor, at) => (
              <li key={instructor._id}>
                <InstructorCard
                  instructor={instructor}
                  isFirst={at === 0}
                  sizes="(min-width: 64rem) 22vw, 45vw"
                />
              </li>
            ))}
          </ul>
          <div className="pt-5">
            <Pager previous={page.previous} next={page.next} />
          </div>
        </section>
      )}
    </div>
  );
});
