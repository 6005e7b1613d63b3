import { lazy, memo, Suspense } from 'react';
import { Link } from 'react-router';
import { type ClassFilter, classCalls, type ListedClass, type NearClasses } from '#contract/classes/calls.ts';
import { instrumentCalls } from '#contract/instruments/calls.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { type Term, termCalls } from '#contract/terms/calls.ts';
import { wishCalls } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { ClassCard } from '#web/features/classes/class-card.tsx';
import {
  ClassFilterForm,
  classesUnder,
  FoundCount,
  filterOf,
  isNarrowed,
} from '#web/features/classes/class-filter.tsx';
import { classItemList } from '#web/features/classes/class-item-list.ts';
import { nearWords } from '#web/features/classes/near-words.ts';
import { termsToChoose, termWords } from '#web/features/terms/term-words.ts';
import { wishingChanges } from '#web/features/wishes/wishing.ts';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useFamily } from '#web/lib/family/my-classes.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { useFirstItems } from '#web/lib/page/first-items.ts';
import { pageMeta, pathOfPage } from '#web/lib/page/page-meta.ts';
import { apiContext, configContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/classes';
import { ClassChoice, choiceChanges } from './class-choice.tsx';
import { NothingFits } from './classes/nothing-fits.tsx';

const api = apiOf(classCalls, instrumentCalls, termCalls, wishCalls);

/** Accounts without children never load it. */
const AgesOfFamily = lazy(() => import('./classes/ages-of-family.tsx'));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: t('classes.classes'),
    description: t('classes.list_description'),
    path: pathOfPage('/classes', loaderData?.filter),
    about: (school) => classItemList(loaderData?.page.items ?? [], school),
  });

const queryOf = (url: string, school: Pick<WithLists, 'lists'>) => ({
  ...filterOf(url, school),
  ...placeIn(new URL(url).searchParams),
});

export const handle: PageHandle = { filter: queryOf };

/** Somewhere on earth: a term more for some hours confuses no reader. */
const today = () => new Date().toISOString().slice(0, 10);

async function load(from: typeof api, url: string, school: Pick<WithLists, 'lists'>) {
  const filter = queryOf(url, school);
  const [page, instruments, terms] = await Promise.all([
    from.browseClasses({ querystring: filter }),
    from.listInstruments(),
    from.listTerms(),
  ]);
  const isWhole = page.previous === null && page.next === null;
  const isShort = isWhole && page.items.every(({ availableseat }) => availableseat === 0);
  const isVain = isShort && isNarrowed(filter);
  const near = isVain ? await from.listNearClasses({ querystring: filter }) : undefined;
  // A school without a list of instruments is told of no wish.
  const wishes = isVain && instruments.length > 0 ? await from.readPublicWishes() : undefined;
  return { filter, page, instruments, terms: termsToChoose(terms, today()), isShort, near, wishes };
}
export const loader = ({ context, request }: Route.LoaderArgs) =>
  load(context.get(apiContext), request.url, context.get(configContext).school);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  load(api, request.url, clientConfig().school);

export const clientAction = actionOf({ ...choiceChanges, ...wishingChanges });

const SIZES = '(min-width: 64rem) 22vw, (min-width: 40rem) 45vw, 92vw';

export default function Classes({ loaderData }: Route.ComponentProps) {
  return <ClassList {...loaderData} />;
}

type Loaded = Awaited<ReturnType<typeof load>>;

/** Left alone while another page is on its way. */
const ClassList = memo(({ filter, page, instruments, terms, isShort, near, wishes }: Loaded) => {
  const shown = useFirstItems(page.items);
  const family = useFamily() ?? [];
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading title={t('classes.classes_list')} lead={t('classes.list_lead')} />
      {page.items.some(({ meets }) => meets) && (
        <Link to="/timetable" className="link mt-3 inline-block font-medium text-plum">
          {t('classes.see_week_as_timetable')}
        </Link>
      )}
      <div className="mt-8">
        <ClassFilterForm filter={filter} instruments={instruments} terms={terms}>
          {family.length > 1 && (
            <Suspense>
              <AgesOfFamily
                family={family}
                chosen={filter.age}
                pathOf={(age) => classesUnder({ ...filter, age })}
              />
            </Suspense>
          )}
        </ClassFilterForm>
      </div>
      <FoundCount total={page.total} isSoldOut={isShort && page.total > 0} />
      {page.total === 0 && !isNarrowed(filter) ? (
        <Empty sentence={t('home.nothing_open_yet')} />
      ) : page.items.length === 0 ? (
        <Empty sentence={t('classes.no_classes_match_your_search')}>
          <Link to="/classes" className="btn btn-primary">
            {t('classes.show_all_classes')}
          </Link>
        </Empty>
      ) : (
        <section aria-label={t('classes.classes')}>
          <h2 className="sr-only">{t('classes.classes')}</h2>
          <Cards classes={shown} terms={terms} />
          <div className="pt-5">
            <Pager previous={page.previous} next={page.next} />
          </div>
        </section>
      )}
      {wishes && <NothingFits filter={filter} instruments={instruments} wishes={wishes} />}
      {near && near.items.length > 0 && <Near near={near} filter={filter} isNothing={page.total === 0} />}
    </div>
  );
});

function Cards({ classes, terms = [] }: { classes: readonly ListedClass[]; terms?: readonly Term[] }) {
  return (
    <ul className="class-cards mt-5 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-5 xl:gap-6">
      {classes.map((musicClass, at) => (
        <li key={musicClass._id}>
          <ClassCard
            musicClass={musicClass}
            sizes={SIZES}
            term={termWords(musicClass.meets, terms)}
            isFirst={at === 0}
            select={<ClassChoice musicClass={musicClass} />}
          />
        </li>
      ))}
    </ul>
  );
}

type NearProps = { near: NearClasses; filter: ClassFilter; isNothing: boolean };

/** What comes nearest to a search that finds nothing, or nothing that is free. */
function Near({ near, filter, isNothing }: NearProps) {
  const left = { ...filter, open: '1' as const };
  for (const part of near.without)
    for (const field of part === 'hours' ? (['from', 'until'] as const) : [part]) delete left[field];
  return (
    <section aria-labelledby="near" className="mt-10">
      <h2 id="near" className="text-heading">
        {nearWords(near, { isNothing })}
      </h2>
      <Cards classes={near.items} />
      {near.total > near.items.length && (
        <Link to={classesUnder(left)} className="btn btn-outline btn-primary mt-6">
          {t('classes.see_all', { total: near.total })}
        </Link>
      )}
    </section>
  );
}
