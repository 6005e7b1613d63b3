import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { learnerCalls } from '#contract/learners/calls.ts';
import { recitalCalls } from '#contract/recitals/calls.ts';
import { siteCalls } from '#contract/sites/calls.ts';
import { trialCalls } from '#contract/trials/calls.ts';
import { weekCalls } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { absenceChanges } from '#web/features/absences/changes.ts';
import { MissedLessons } from '#web/features/absences/missed-lessons.tsx';
import { readCatchUps } from '#web/features/absences/read-catchups.ts';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { consentChanges } from '#web/features/recitals/changes.ts';
import { OwnRecitals } from '#web/features/recitals/own-recitals.tsx';
import { sitesOf, Where } from '#web/features/sites/where.tsx';
import { AbsenceLink } from '#web/features/texts/absence-link.tsx';
import { trialChanges } from '#web/features/trials/changes.ts';
import { TrialList } from '#web/features/trials/trial-list.tsx';
import { NextLessons } from '#web/features/weeks/next-lessons.tsx';
import { readWholeWeek } from '#web/features/weeks/read-week.ts';
import { WeekView } from '#web/features/weeks/week-view.tsx';
import { mondayIn, today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/week';

const api = apiOf(weekCalls, learnerCalls, siteCalls, trialCalls, recitalCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.my_week')), NOT_INDEXED];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const monday = mondayIn(request.url);
  const [lessons, next, family, sites, trials, recitals] = await Promise.all([
    readWholeWeek(monday),
    api.listNextLessons(),
    api.listLearners(),
    api.listSites(),
    api.listTrials({ querystring: {} }),
    api.listOwnRecitals(),
  ]);
  const catchups = await readCatchUps(family);
  return {
    week: { monday, today: today(), lessons, family, recitals },
    next,
    trials,
    catchups,
    sites: sitesOf(sites, lessons),
  };
}

export const clientAction = actionOf({ ...absenceChanges, ...trialChanges, ...consentChanges });

export default function Week({ loaderData: { week, next, trials, catchups, sites } }: Route.ComponentProps) {
  return (
    <>
      <WeekView
        week={week}
        linkOf={({ classid }) => classPath({ _id: classid })}
        instead={
          <Link to="/classes" className="btn btn-primary">
            {t('classes.find_class')}
          </Link>
        }
      >
        {week.lessons.length === 0 && <NextLessons lessons={next} family={week.family} today={week.today} />}
      </WeekView>
      <OwnRecitals recitals={week.recitals} />
      <TrialList trials={trials} family={week.family} />
      <MissedLessons lessons={week.lessons} catchups={catchups} family={week.family} />
      <Where sites={sites} />
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3 print:hidden">
        <AbsenceLink />
        <AskLink />
      </div>
    </>
  );
}
