import { Link } from 'react-router';
import { learnerCalls } from '#contract/learners/calls.ts';
import { recitalCalls } from '#contract/recitals/calls.ts';
import { type Standing, selectionCalls } from '#contract/selections/calls.ts';
import { trialCalls } from '#contract/trials/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { weekCalls } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { ArrowRight } from '#web/components/icons/arrow-right.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { absenceChanges } from '#web/features/absences/changes.ts';
import { MissedLessons } from '#web/features/absences/missed-lessons.tsx';
import { readCatchUps } from '#web/features/absences/read-catchups.ts';
import { FamilyTiles } from '#web/features/learners/family-tiles.tsx';
import { consentChanges } from '#web/features/recitals/changes.ts';
import { OwnRecitals } from '#web/features/recitals/own-recitals.tsx';
import { trialChanges } from '#web/features/trials/changes.ts';
import { TrialList } from '#web/features/trials/trial-list.tsx';
import { waitlistChanges } from '#web/features/waitlist/changes.ts';
import { WaitingList } from '#web/features/waitlist/waiting-list.tsx';
import { NextLessons } from '#web/features/weeks/next-lessons.tsx';
import { today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { isFamily } from '#web/lib/family/family.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/dashboard';

const api = apiOf(selectionCalls, waitlistCalls, learnerCalls, weekCalls, trialCalls, recitalCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('dashboard.student_dashboard')),
  NOT_INDEXED,
];

export async function clientLoader() {
  const params = { email: signedInUser().email };
  const [standings, waiting, family, next, trials, recitals] = await Promise.all([
    api.listStandings({ params }),
    api.listWaitlist({ params }),
    api.listLearners(),
    api.listNextLessons(),
    api.listTrials({ querystring: {} }),
    api.listOwnRecitals(),
  ]);
  return {
    standings,
    waiting,
    family,
    next,
    trials,
    recitals,
    catchups: await readCatchUps(family),
    today: today(),
  };
}

export const clientAction = actionOf({
  ...waitlistChanges,
  ...absenceChanges,
  ...trialChanges,
  ...consentChanges,
});

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { standings, waiting, family, next, trials, recitals, catchups, today } = loaderData;
  const [self] = family;
  const count = (of: Standing) => standings.filter(({ standing }) => standing === of).length;
  return (
    <>
      <PageHeading title={t('dashboard.welcome_to_your_dashboard')} />
      <NextLessons lessons={next} family={family} weekPath="/student/week" today={today} />
      <OwnRecitals recitals={recitals} />
      <TrialList trials={trials} family={family} />
      <MissedLessons lessons={next} catchups={catchups} family={family} />
      <WaitingList entries={waiting} family={family} />
      <div className="mt-8 grid gap-5 sm:grid-cols-2">
        <Tile
          to="class/selected"
          count={count('selected')}
          words={t('dashboard.classes_selected', { count: count('selected') })}
          action={t('dashboard.review_and_pay')}
        />
        <Tile
          to="class/enrolled"
          count={count('enrolled')}
          words={t('dashboard.classes_enrolled', { count: count('enrolled') })}
          action={t('dashboard.see_your_classes')}
        />
      </div>
      {isFamily(family) && <FamilyTiles family={family} standings={standings} />}
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/classes" className="btn btn-primary">
          {t('classes.find_class')}
        </Link>
        {self && !isFamily(family) && (
          <Link to={`learners/${self._id}`} className="btn btn-outline">
            {t('materials.what_to_practise')}
          </Link>
        )}
      </div>
    </>
  );
}

function Tile({ to, count, words, action }: { to: string; count: number; words: string; action: string }) {
  return (
    <Link to={to} className="panel group block p-6 transition-shadow hover:shadow-lift">
      <p className="font-display text-heading">{count}</p>
      <p className="mt-1 text-quiet">{words}</p>
      <p className="mt-4 flex items-center gap-2 font-semibold text-primary">
        {action}
        <ArrowRight
          className="size-4 transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1"
          aria-hidden="true"
        />
      </p>
    </Link>
  );
}
