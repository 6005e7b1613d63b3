import { data, Link } from 'react-router';
import { classCalls, classPath, type MusicClass } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { type Instrument, instrumentCalls } from '#contract/instruments/calls.ts';
import { type Site, siteCalls } from '#contract/sites/calls.ts';
import { type ClassLesson, timetableCalls } from '#contract/timetable/calls.ts';
import { type TrialOffer, trialCalls } from '#contract/trials/calls.ts';
import { pagePath } from '#languages/addresses.ts';
import { language, t } from '#languages/t.ts';
import { Failure } from '#web/components/layout/failure.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { Share } from '#web/components/media/share.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { classCourse } from '#web/features/classes/class-course.ts';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { sitesOf, Where } from '#web/features/sites/where.tsx';
import { AbsenceLink } from '#web/features/texts/absence-link.tsx';
import { bookingChanges } from '#web/features/trials/booking-changes.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { missing, orNull } from '#web/lib/api/missing.ts';
import { clientConfig, useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED, pageAddress, pageMeta } from '#web/lib/page/page-meta.ts';
import { qrCode } from '#web/lib/page/qr-code.server.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { apiContext, configContext } from '#web/ssr.ts';
import type { Route } from './+types/class';
import { Dates } from './class/dates.tsx';
import { FlyerFoot, FlyerHead, PrintButton } from './class/flyer.tsx';
import { NotOffered, SimilarClasses } from './class/instead.tsx';
import { LookAgain } from './class/look-again.tsx';
import { Offer } from './class/offer.tsx';
import { summaryOf } from './class/summary.ts';
import { Teacher } from './class/teacher.tsx';
import { TryLesson } from './class/try-lesson.tsx';
import { choiceChanges } from './class-choice.tsx';

const api = apiOf(classCalls, timetableCalls, siteCalls, instrumentCalls, trialCalls);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const musicClass = loaderData?.musicClass;
  const calledOff = loaderData?.similar?.calledoff;
  if (!musicClass) {
    const title = calledOff ? t('calloffs.page_title', calledOff) : t('classes.no_longer_offered');
    return [titleOf(matches, title), NOT_INDEXED];
  }
  return pageMeta(matches, {
    title: musicClass.classname,
    description: ({ school }) => summaryOf(musicClass, school),
    path: classPath(musicClass),
    image: musicClass.image,
    about: (config) => classCourse(musicClass, config),
  });
};

/** The class of the address, and what is like it: all there is to show where it is not offered any more. */
async function load(from: typeof api, params: { id: string }) {
  const [musicClass, similar, lessons, sites, instruments] = await Promise.all([
    orNull(from.readClass({ params })),
    orNull(from.listSimilarClasses({ params })),
    orNull(from.listClassLessons({ params })),
    from.listSites(),
    from.listInstruments(),
  ]);
  if (!musicClass && !similar) missing();
  // Most classes offer none.
  const trials = musicClass?.trialprice === undefined ? null : await orNull(from.offerTrials({ params }));
  const toCome = (lessons ?? []).filter(({ begun, state }) => !begun && state !== 'cancelled');
  return {
    musicClass,
    similar,
    lessons: lessons ?? [],
    trials,
    sites: sitesOf(sites, toCome),
    instruments: instruments.filter(({ _id }) => musicClass?.instrumentids.includes(_id)),
  };
}
export async function loader({ context, params }: Route.LoaderArgs) {
  const shown = await load(context.get(apiContext), params);
  const site = context.get(configContext);
  const qr = shown.musicClass ? qrCode(pageAddress(site, classPath(shown.musicClass))) : '';
  return data({ ...shown, qr }, { status: shown.musicClass ? 200 : 410 });
}
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [shown, qr] = await Promise.all([load(api, params), readQrCode(params)]);
  return { ...shown, qr };
}

/** Without it a flyer still says the address. */
const readQrCode = ({ id }: { id: string }) =>
  fetch(pagePath(`${classPath({ _id: id })}/qr.svg`, language(), clientConfig().school)).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  );

export const clientAction = actionOf({ ...choiceChanges, ...bookingChanges });

export function ErrorBoundary() {
  return (
    <>
      <Failure />
      <LookAgain />
    </>
  );
}

export default function ClassPage({ loaderData }: Route.ComponentProps) {
  const { musicClass, similar, ...shown } = loaderData;
  return (
    <>
      {musicClass ? (
        <View musicClass={musicClass} {...shown} />
      ) : (
        <NotOffered calledOff={similar?.calledoff} />
      )}
      {similar && <SimilarClasses {...similar} isInstead={!musicClass} />}
      {!musicClass && <LookAgain />}
    </>
  );
}

type Shown = {
  musicClass: MusicClass;
  lessons: readonly ClassLesson[];
  /** Null where no lesson can be tried. */
  trials: TrialOffer | null;
  sites: readonly Site[];
  instruments: readonly Instrument[];
  qr: string;
};

/** What a parent reads before they pay. */
function View({ musicClass, lessons, trials, sites, instruments, qr }: Shown) {
  const site = useConfig();
  const { classname, image, description, group, level, status } = musicClass;
  const url = pageAddress(site, classPath(musicClass));
  const lang = useOwnLanguage();
  return (
    <div className="wrap py-8 lg:py-14">
      {status !== 'approved' && <Unlisted status={status} />}
      <article className="flyer grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
        <FlyerHead />
        <div className="lg:col-start-1">
          <Link
            to={`/classes?group=${encodeURIComponent(group)}&level=${encodeURIComponent(level)}`}
            className="kicker underline-offset-4 hover:underline"
          >
            {groupLabel(site.school, group)} · {levelLabel(site.school, level)}
          </Link>
          <h1 lang={lang} className="wrap-anywhere mt-2 text-title">
            {classname}
          </h1>
          <p className="mt-3 text-lead text-quiet">
            {rich('classes.taught_by_strong', {
              teacher: <Teacher {...musicClass} />,
              strong: (words) => <strong className="font-semibold text-base-content">{words}</strong>,
            })}
          </p>
        </div>
        <Picture
          url={image}
          alt=""
          sizes="(min-width: 80rem) 50rem, (min-width: 64rem) 60vw, 94vw"
          isFirst
          className="flyer-picture aspect-4/3 w-full rounded-card sm:aspect-16/9 lg:col-start-1"
        />
        <Offer musicClass={musicClass} instruments={instruments} />
        <div className="flyer-words lg:col-start-1">
          {trials && trials.price !== null && <TryLesson musicClass={musicClass} offer={trials} />}
          {description && (
            <section aria-labelledby="about" className="max-w-2xl">
              <h2 id="about" className="text-subheading">
                {t('classes.about_class')}
              </h2>
              <p
                dir="auto"
                lang={lang}
                className="wrap-anywhere mt-3 whitespace-pre-line text-lead leading-relaxed"
              >
                {description}
              </p>
            </section>
          )}
          {musicClass.meets && <Dates {...musicClass} meets={musicClass.meets} lessons={lessons} />}
          <Where sites={sites} />
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-base-300 border-t pt-6 print:hidden">
            <Share title={classname} url={url} tone="btn-outline border-base-300" />
            <PrintButton />
            {status === 'approved' && <AskLink classid={musicClass._id} />}
            <AbsenceLink />
          </div>
        </div>
        <FlyerFoot url={url} qr={qr} />
      </article>
    </div>
  );
}

/** Only who may see a class that is not on the list comes here: its instructor and admins. */
const Unlisted = ({ status }: Pick<MusicClass, 'status'>) => (
  <p className="mb-6 rounded-field bg-honey px-5 py-3 print:hidden">{t('classes.unlisted', { status })}</p>
);
