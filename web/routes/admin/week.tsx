import { busyCalls } from '#contract/busy/calls.ts';
import { roomCalls } from '#contract/rooms/calls.ts';
import { addDays, mondayOf, weekdayOf } from '#contract/time/days.ts';
import { DAYS_OF_WEEK } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { AwayButton } from '#web/features/away/away-button.tsx';
import { awayChanges } from '#web/features/away/changes.ts';
import { readOfSchool } from '#web/features/weeks/read-week.ts';
import { RoomsView } from '#web/features/weeks/rooms-view.tsx';
import { mondayIn, today } from '#web/features/weeks/week-words.ts';
import { chosen } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/week';

const api = apiOf(roomCalls, busyCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.week_by_room')),
  NOT_INDEXED,
];

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const address = new URL(request.url).searchParams;
  const now = today();
  const monday = mondayIn(request.url);
  // Where no day is chosen it is today, or Monday of another week.
  const weekday = chosen(address, 'on', WEEKDAYS) ?? (mondayOf(now) === monday ? weekdayOf(now) : 1);
  const day = addDays(monday, Number(weekday) - 1);
  const room = address.get('room') ?? undefined;
  const first = room === undefined ? day : monday;
  const last = room === undefined ? day : addDays(monday, DAYS_OF_WEEK - 1);
  const [lessons, rooms, busy] = await Promise.all([
    readOfSchool({ from: first, room }),
    api.listRooms(),
    api.listBusy({ querystring: { from: first, to: last } }),
  ]);
  return { monday, today: now, lessons, rooms, busy, roomid: room, day, first };
}

export const clientAction = actionOf(awayChanges);

export default function Week({ loaderData }: Route.ComponentProps) {
  return (
    <RoomsView
      {...loaderData}
      actions={({ _id: id, name }) => (
        <AwayButton away={{ kind: 'room', id, name }} day={loaderData.monday} />
      )}
    />
  );
}
