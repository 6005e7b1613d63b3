import { Link } from 'react-router';
import type { Api } from '#contract/client.ts';
import { Empty } from '#web/components/empty.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { CARD_ITEM, ClassCard } from '#web/features/classes/class-card.tsx';
import { classCourses } from '#web/features/classes/class-course.ts';
import { ClassFilterForm, FoundCount, filterOf } from '#web/features/classes/class-filter.tsx';
import { api } from '#web/lib/api.ts';
import { actionOf } from '#web/lib/change.ts';
import { pageMeta } from '#web/lib/page-meta.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/classes';
import { ClassChoice, choiceChanges } from './class-choice.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Classes',
    description:
      'Piano, strings, guitar, voice, winds and drums, for children, teenagers and adults: every class of the school with its teacher, price and open seats.',
    path: '/classes',
    about: (school) => classCourses(loaderData?.classes ?? [], school),
  });

export const handle: PageHandle = { filter: filterOf };

async function load(from: Api, url: string) {
  const filter = filterOf(url);
  const classes = await from.listClasses({ querystring: filter });
  // To an admin the call shows every class; this list is the public's.
  return { filter, classes: classes.filter(({ status }) => status === 'approved') };
}
export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const clientAction = actionOf(choiceChanges);

const SIZES = '(min-width: 64rem) 22vw, (min-width: 40rem) 45vw, 92vw';

export default function Classes({ loaderData }: Route.ComponentProps) {
  const { filter, classes } = loaderData;
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading
        title="Classes List"
        lead="Find the one that fits, by instrument, by age or by level. The seats shown are free right now."
      />
      <div className="mt-8">
        <ClassFilterForm filter={filter} />
      </div>
      <FoundCount count={classes.length} />
      {classes.length === 0 ? (
        <Empty sentence="No classes match your search.">
          <Link to="/classes" className="btn btn-primary">
            Show all classes
          </Link>
        </Empty>
      ) : (
        <section aria-label="Classes">
          <h2 className="sr-only">Classes</h2>
          <ul className="mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5 xl:gap-6">
            {classes.map((musicClass, at) => (
              <li key={musicClass._id} className={CARD_ITEM}>
                <ClassCard
                  musicClass={musicClass}
                  sizes={SIZES}
                  isFirst={at === 0}
                  select={<ClassChoice musicClass={musicClass} />}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
