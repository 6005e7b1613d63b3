import { Link } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { rosterCalls } from '#contract/rosters/calls.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { timetableCalls } from '#contract/timetable/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { RosterView } from '#web/features/rosters/roster-view.tsx';
import { WaitingSection } from '#web/features/waitlist/waiting-section.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/roster';

const api = apiOf(rosterCalls, waitlistCalls, timetableCalls, termCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.roster')), NOT_INDEXED];

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [roster, line, lessons, terms] = await Promise.all([
    api.readRoster({ params, querystring: placeIn(new URL(request.url).searchParams) }),
    // Who only covers a lesson of the class sees who is in it, not who waits for it.
    api.listWaiting({ params }).catch((error) => {
      if (apiErrorOf(error)?.code === 'forbidden') return null;
      throw error;
    }),
    api.listClassLessons({ params }),
    api.listTerms(),
  ]);
  return { roster, line, planned: { lessons, terms } };
}

export default function Roster({ loaderData: { roster, line, planned } }: Route.ComponentProps) {
  return (
    <>
      <RosterView
        roster={roster}
        planned={planned}
        hasFile={line !== null}
        action={
          line && (
            <Link to={`/instructor/class/${roster.class._id}/sheet`} className="btn btn-outline btn-sm">
              {t('areas.sheet')}
            </Link>
          )
        }
      />
      {line && <WaitingSection classname={roster.class.classname} {...line} />}
    </>
  );
}
