import { roomCalls } from '#contract/rooms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { type TimetableLesson, timetableCalls } from '#contract/timetable/calls.ts';
import { WEEK_LESSONS } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { DoorSign } from '#web/features/rooms/door-sign.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { missing } from '#web/lib/api/missing.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/door-sign';

const api = apiOf(roomCalls, timetableCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('rooms.door_sign')),
  NOT_INDEXED,
];

const DAY_MS = 24 * 60 * 60_000;

/** A day, so many days after another. */
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of this week, or of the week that is named. */
function mondayOf(request: Request): string {
  const { timezone = 'UTC' } = clientConfig().school;
  const asked = new URL(request.url).searchParams.get('week') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && Date.parse(asked) ? asked : dayAt(Date.now(), timezone);
  return daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** All lessons of a room, since a sign is printed: in as many answers as they take. */
async function readWhole(query: { from: string; to: string; room: string }): Promise<TimetableLesson[]> {
  const lessons: TimetableLesson[] = [];
  for (let isWhole = false; !isWhole; ) {
    const querystring = { ...query, after: lessons.at(-1)?._id, limit: WEEK_LESSONS };
    const part = await api.listTimetable({ querystring });
    lessons.push(...part);
    isWhole = part.length < WEEK_LESSONS;
  }
  return lessons;
}

export async function clientLoader({ params: { id }, request }: Route.ClientLoaderArgs) {
  const monday = mondayOf(request);
  const days = Array.from({ length: 7 }, (_, at) => daysAfter(monday, at));
  const [rooms, lessons] = await Promise.all([
    api.listRooms(),
    readWhole({ from: monday, to: daysAfter(monday, 6), room: id }),
  ]);
  const room = rooms.find(({ _id }) => _id === id);
  if (!room) missing();
  return { room, lessons, days, before: daysAfter(monday, -7), after: daysAfter(monday, 7) };
}

export default function Sign({ loaderData }: Route.ComponentProps) {
  return <DoorSign {...loaderData} />;
}
