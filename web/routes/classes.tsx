import { memo } from 'react';
import { Link } from 'react-router';
import { classCalls } from '#contract/classes.ts';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ClassCard } from '#web/features/classes/class-card.tsx';
import { ClassFilterForm, FoundCount, filterOf } from '#web/features/classes/class-filter.tsx';
import { classItemList } from '#web/features/classes/class-item-list.ts';
import { placeIn } from '#web/lib/address.ts';
import { apiOf } from '#web/lib/api.ts';
import { actionOf } from '#web/lib/change.ts';
import { useFirstItems } from '#web/lib/first-items.ts';
import { pageMeta, pathOfPage } from '#web/lib/page-meta.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/classes';
import { ClassChoice, choiceChanges } from './class-choice.tsx';

const api = apiOf(classCalls);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Classes',
    description:
      'Every class of the school with its teacher, its price and the seats that are free, by instrument, by age and by level.',
    path: pathOfPage('/classes', loaderData?.filter),
    about: (school) => classItemList(loaderData?.page.items ?? [], school),
  });

const queryOf = (url: string) => ({ ...filterOf(url), ...placeIn(new URL(url).searchParams) });

export const handle: PageHandle = { filter: queryOf };

async function load(from: typeof api, url: string) {
  const filter = queryOf(url);
  return { filter, page: await from.browseClasses({ querystring: filter }) };
}
export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const clientAction = actionOf(choiceChanges);

const SIZES = '(min-width: 64rem) 22vw, (min-width: 40rem) 45vw, 92vw';

export default function Classes({ loaderData }: Route.ComponentProps) {
  return <ClassList {...loaderData} />;
}

/** Left alone while another page is on its way. */
const ClassList = memo(({ filter, page }: Route.ComponentProps['loaderData']) => {
  const shown = useFirstItems(page.items);
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading
        title="Classes List"
        lead="Find the one that fits, by instrument, by age or by level. The seats shown are free right now."
      />
      {page.items.some(({ meets }) => meets) && (
        <Link to="/timetable" className="link mt-3 inline-block font-medium text-plum">
          See the week as a timetable
        </Link>
      )}
      <div className="mt-8">
        <ClassFilterForm filter={filter} />
      </div>
      <FoundCount total={page.total} />
      {page.items.length === 0 ? (
        <Empty sentence="No classes match your search.">
          <Link to="/classes" className="btn btn-primary">
            Show all classes
          </Link>
        </Empty>
      ) : (
        <section aria-label="Classes">
          <h2 className="sr-only">Classes</h2>
          <ul className="class-cards mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5 xl:gap-6">
            {shown.map((musicClass, at) => (
              <li key={musicClass._id}>
                <ClassCard
                  musicClass={musicClass}
                  sizes={SIZES}
                  isFirst={at === 0}
                  select={<ClassChoice musicClass={musicClass} />}
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
