import { data, Link } from 'react-router';
import { classCalls } from '#contract/classes/calls.ts';
import { apiErrorOf } from '#contract/client.ts';
import { type InstructorProfile, instructorCalls } from '#contract/instructors/calls.ts';
import { type Instrument, instrumentCalls } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { Mail } from '#web/components/icons/mail.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { profileChanges } from '#web/features/instructors/changes.ts';
import { ClearProfile } from '#web/features/instructors/clear-profile.tsx';
import { InstructorCard, teachingOf } from '#web/features/instructors/instructor-card.tsx';
import { instructorPerson, introductionOf } from '#web/features/instructors/instructor-person.ts';
import { Portrait } from '#web/features/instructors/portrait.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { mailTo } from '#web/lib/address/mail-to.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { pageMeta, pathOfPage } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/instructor-page';
import { ClassCards, choiceChanges } from './class-choice.tsx';

const api = apiOf(instructorCalls, classCalls, instrumentCalls);

const COLLEAGUES = 4;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData || 'colleagues' in loaderData) return [titleOf(matches, t('instructors.instructor'))];
  const { instructor, place } = loaderData;
  return pageMeta(matches, {
    title: instructor.name,
    description: introductionOf(instructor),
    path: pathOfPage(`/instructors/${instructor._id}`, place),
    image: instructor.photoURL ?? undefined,
    type: 'profile',
    about: (school) => instructorPerson(instructor, school),
  });
};

const placeOf = (url: string) => placeIn(new URL(url).searchParams);

export const handle: PageHandle = { filter: placeOf };

/** The instructor with a page of their classes; for one who has left, some who teach here now. */
async function load(from: typeof api, id: string, url: string) {
  const place = placeOf(url);
  try {
    const [instructor, page, instruments] = await Promise.all([
      orMissing(from.readInstructor({ params: { id } })),
      orMissing(from.browseClasses({ querystring: { teacher: id, ...place } })),
      from.listInstruments(),
    ]);
    return { instructor, page, instruments, place };
  } catch (error) {
    if (apiErrorOf(error)?.kind !== 'gone') throw error;
    const { items } = await from.browseInstructors();
    return data({ colleagues: items.slice(0, COLLEAGUES) }, { status: 410 });
  }
}
export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(context.get(apiContext), params.id, request.url);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  load(api, params.id, request.url);

export const clientAction = actionOf({ ...choiceChanges, ...profileChanges });

export default function InstructorPage({ loaderData }: Route.ComponentProps) {
  if ('colleagues' in loaderData) return <Left colleagues={loaderData.colleagues} />;
  const { instructor, page, instruments } = loaderData;
  return (
    <div className="wrap py-10 lg:py-16">
      <Introduction instructor={instructor} listed={instruments} />
      <section aria-labelledby="classes" className="mt-14 lg:mt-20">
        <h2 id="classes" className="text-heading">
          {t('instructors.classes')}
        </h2>
        {page.items.length === 0 ? (
          <Empty sentence={t('instructors.no_open_classes', { name: instructor.name })}>
            <Link to="/classes" className="btn btn-primary">
              {t('classes.show_all_classes')}
            </Link>
          </Empty>
        ) : (
          <>
            <ClassCards classes={page.items} className="mt-6" />
            <div className="pt-5">
              <Pager previous={page.previous} next={page.next} />
            </div>
          </>
        )}
      </section>
    </div>
  );
}

const InstrumentName = ({ name, id }: { name: string; id: string | undefined }) =>
  id ? (
    <Link to={`/classes?instrument=${id}`} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  ) : (
    name
  );

/** Portrait and name, and what they wrote of themselves. */
function Introduction({
  instructor,
  listed,
}: {
  instructor: InstructorProfile;
  /** Those of the school, which lead to their classes. */
  listed: readonly Instrument[];
}) {
  const { name, email, photoURL, words, instruments } = instructor;
  const idOf = (played: string) => listed.find((one) => one.name.toLowerCase() === played.toLowerCase())?._id;
  const lang = useOwnLanguage();
  return (
    <div className="grid gap-x-14 gap-y-8 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="panel h-fit overflow-hidden">
        <Portrait
          name={name}
          photoURL={photoURL}
          sizes="(min-width: 64rem) 24rem, (min-width: 48rem) 20rem, 92vw"
          isFirst
        />
      </div>
      <div className={`min-w-0 ${words ? '' : 'self-center'}`}>
        <Link to="/instructorlist" className="kicker underline-offset-4 hover:underline">
          {t('instructors.instructors')}
        </Link>
        <h1 className="wrap-anywhere mt-3 text-title">{name}</h1>
        {instruments.length > 0 && (
          <ul aria-label={t('instructors.instruments')} className="mt-4 flex flex-wrap gap-2">
            {instruments.map((instrument) => (
              <li
                key={instrument}
                lang={lang}
                className="wrap-anywhere rounded-full bg-mist px-3.5 py-1 font-semibold text-plum text-sm"
              >
                <InstrumentName name={instrument} id={idOf(instrument)} />
              </li>
            ))}
          </ul>
        )}
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-quiet">
          <span>{teachingOf(instructor)}</span>
          <a
            href={mailTo(email)}
            className="flex items-center gap-1.5 font-semibold text-plum underline-offset-4 hover:underline"
          >
            <Mail className="size-4" aria-hidden="true" />
            {rich('instructors.write_to', {
              name,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </a>
        </p>
        <div
          dir="auto"
          lang={lang}
          className="wrap-anywhere mt-6 max-w-2xl space-y-4 whitespace-pre-line text-lead"
        >
          {paragraphsOf(words).map((paragraph, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing but their place
            <p key={at}>{paragraph}</p>
          ))}
        </div>
        <ClearProfile instructor={instructor} />
      </div>
    </div>
  );
}

const paragraphsOf = (words: string) =>
  words
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

/** The page of a former instructor. */
function Left({ colleagues }: { colleagues: Parameters<typeof InstructorCard>[0]['instructor'][] }) {
  return (
    <div className="wrap py-12 lg:py-16">
      <PageHeading
        title={t('errors.instructor_left')}
        lead={colleagues.length > 0 ? t('instructors.who_teaches_now') : undefined}
      />
      {colleagues.length > 0 && (
        <section aria-label={t('instructors.instructors')}>
          <h2 className="sr-only">{t('instructors.instructors')}</h2>
          <ul className="mt-10 grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
            {colleagues.map((instructor) => (
              <li key={instructor._id}>
                <InstructorCard instructor={instructor} sizes="(min-width: 64rem) 22vw, 45vw" />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/instructorlist" className="btn btn-primary">
          {t('instructors.all_instructors')}
        </Link>
        <Link to="/classes" className="btn btn-outline btn-primary">
          {t('classes.all_classes')}
        </Link>
      </div>
    </div>
  );
}
