import { Link } from 'react-router';
import { type TimetableWeek, timetableCalls } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { ChevronLeft } from '#web/components/icons/chevron-left.tsx';
import { ChevronRight } from '#web/components/icons/chevron-right.tsx';
import { Printer } from '#web/components/icons/printer.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { WeekColumns } from '#web/features/timetable/week-columns.tsx';
import {
  type WeekFilter,
  WeekFilterForm,
  weekFilterOf,
  weekPath,
} from '#web/features/timetable/week-filter.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useHours } from '#web/lib/formats/formats.ts';
import { useSchoolTime } from '#web/lib/formats/school-time.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/timetable';

const api = apiOf(timetableCalls);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('timetable.timetable'),
    description: t('timetable.description'),
    // Each week is a copy of the page that shows this one.
    path: '/timetable',
  });

export const handle: PageHandle = { filter: weekFilterOf };

async function load(from: typeof api, url: string) {
  const filter = weekFilterOf(url);
  return { filter, week: await from.readTimetableWeek({ querystring: filter }) };
}
export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export default function Timetable({ loaderData: { filter, week } }: Route.ComponentProps) {
  const { rooms, teachers } = week;
  const schoolTime = useSchoolTime();
  return (
    <div className="wrap timetable py-12 lg:py-16">
      <PageHeading title={titleOf(week, filter)} lead={<Days {...week} />} />
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 print:hidden">
        <WeekFilterForm filter={filter} rooms={rooms} teachers={teachers} />
        <Weeks week={week} filter={filter} />
      </div>
      <Lessons {...week} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <p className="text-quiet text-sm">{schoolTime}</p>
        <button
          type="button"
          className="btn btn-outline border-base-300 print:hidden"
          onClick={() => print()}
        >
          <Printer className="size-4" aria-hidden="true" />
          {t('timetable.print_this_week')}
        </button>
      </div>
    </div>
  );
}

/** What of the school the week is of. */
function titleOf({ rooms, teachers }: TimetableWeek, { room, teacher }: WeekFilter): string {
  const names = [
    rooms.find(({ _id }) => _id === room)?.name,
    teachers.find(({ _id }) => _id === teacher)?.name,
  ].filter(Boolean);
  return [t('timetable.timetable'), ...names].join(' · ');
}

function Days({ from, to }: Pick<TimetableWeek, 'from' | 'to'>) {
  const { day, monthDay } = useHours();
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return t('timetable.from_to', { from: isOneYear ? monthDay(from) : day(from), to: day(to) });
}

/** The way to other weeks, as long as there are lessons in them. */
function Weeks({ week, filter }: { week: TimetableWeek; filter: WeekFilter }) {
  const { previous, next, from, to, today } = week;
  const isNow = from <= today && today <= to;
  const of = (day: string | undefined) => weekPath({ ...filter, of: day });
  return (
    <nav aria-label={t('common.weeks')} className="flex flex-wrap gap-2">
      {previous && (
        <Link to={of(previous)} preventScrollReset className="btn btn-outline border-base-300">
          <ChevronLeft className="size-4" aria-hidden="true" />
          {t('common.previous_week')}
        </Link>
      )}
      {!isNow && (
        <Link to={of(undefined)} preventScrollReset className="btn btn-outline border-base-300">
          {t('common.this_week')}
        </Link>
      )}
      {next && (
        <Link to={of(next)} preventScrollReset className="btn btn-outline border-base-300">
          {t('common.next_week')}
          <ChevronRight className="size-4" aria-hidden="true" />
        </Link>
      )}
    </nav>
  );
}

function Lessons({ lessons, ...week }: TimetableWeek) {
  if (!lessons) return <Empty sentence={t('timetable.too_many_lessons')} />;
  if (lessons.length === 0 && week.closed.length === 0)
    return <Empty sentence={t('timetable.no_lessons_in_week')} />;
  return <WeekColumns {...week} lessons={lessons} />;
}
