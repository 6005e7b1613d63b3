import { rosterCalls } from '#contract/rosters.ts';
import { RosterView } from '#web/features/rosters/roster-view.tsx';
import { placeIn } from '#web/lib/address.ts';
import { apiOf } from '#web/lib/api.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/roster';

const api = apiOf(rosterCalls);

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Roster'), NOT_INDEXED];

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  api.readRoster({ params, querystring: placeIn(new URL(request.url).searchParams) });

export default function Roster({ loaderData }: Route.ComponentProps) {
  return <RosterView roster={loaderData} />;
}
