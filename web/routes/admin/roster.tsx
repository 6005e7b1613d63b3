import { Link } from 'react-router';
import { rosterCalls } from '#contract/rosters/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { RosterView } from '#web/features/rosters/roster-view.tsx';
import { waitingChanges } from '#web/features/waitlist/office-changes.ts';
import { WaitingSection } from '#web/features/waitlist/waiting-section.tsx';
import { placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/roster';

const api = apiOf(rosterCalls, waitlistCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.roster')), NOT_INDEXED];

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [roster, line] = await Promise.all([
    api.readRoster({ params, querystring: placeIn(new URL(request.url).searchParams) }),
    api.listWaiting({ params }),
  ]);
  return { roster, line };
}

export const clientAction = actionOf(waitingChanges);

export default function Roster({ loaderData: { roster, line } }: Route.ComponentProps) {
  const { _id, classname } = roster.class;
  return (
    <>
      <RosterView roster={roster} isOffice />
      <p className="mt-8 print:hidden">
        <Link to={`/admin/families?classid=${_id}`} className="btn btn-outline">
          {t('rosters.enrol_by_hand')}
        </Link>
      </p>
      <WaitingSection classname={classname} {...line} isOffice />
    </>
  );
}
