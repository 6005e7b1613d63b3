import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { BusyTime } from '#contract/busy/calls.ts';
import { teacherName } from '#contract/former.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { daysFrom } from '#contract/time/days.ts';
import { DAYS_OF_WEEK, WEEK_LESSONS, type WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useMore } from '#web/components/list/use-more.ts';
import { useOwnWords } from '#web/components/own-words.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { roomName } from '#web/lib/formats/room-labels.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { DaysGrid, LessonGrid } from './days-grid.tsx';
import { LessonLines } from './lesson-lines.tsx';
import { readOfSchool } from './read-week.ts';
import { WeekFrame } from './week-frame.tsx';
import { busyDuring, busyOn } from './week-words.ts';

/** A room of which a week is shown; the empty id is that of lessons without a room. */
type RoomOfWeek = Pick<Room, '_id' | 'name'>;

type Props = {
  /** The Monday of the week that is shown. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
  /** The first day of which lessons are shown. */
  first: string;
  /** The first of them, as `readOfSchool` gives them. */
  lessons: readonly WeekLesson[];
  /** When teachers are busy then by their own calendars. */
  busy: readonly BusyTime[];
  /** Those in use. */
  rooms: readonly Room[];
  /** Whose week it is; of all of them one day is shown. */
  roomid: string | undefined;
  /** The day of the week that is shown of all rooms. */
  day: string;
  /** What can be done with the room whose week it is. */
  actions: (room: RoomOfWeek) => ReactNode;
};

/**
 * A teacher's name has a line for each of its words; rooms are often more than fit beside each other in any
 * case.
 */
const ROOM_WIDTH = '7rem';

const noRoom = (): RoomOfWeek => ({ _id: '', name: t('weeks.no_room') });
const roomOf = ({ roomid, room }: WeekLesson): RoomOfWeek =>
  roomid && room ? { _id: roomid, name: room } : noRoom();

/** Rooms by name, each once; none of them comes last. */
function byName(rooms: readonly RoomOfWeek[]): RoomOfWeek[] {
  const known = new Map(rooms.map((room) => [room._id, room]));
  const isRoom = ({ _id }: RoomOfWeek) => Number(_id !== '');
  return [...known.values()].sort(
    (one, other) => isRoom(other) - isRoom(one) || one.name.localeCompare(other.name),
  );
}

/** Every lesson of the school by room: all rooms on one day, or one room in the week. */
export function RoomsView({
  monday,
  today,
  first,
  lessons: begun,
  busy,
  rooms,
  roomid,
  day,
  actions,
}: Props) {
  const { weekday } = useHours();
  const { rows: lessons, ...more } = useMore({
    first: begun,
    size: WEEK_LESSONS,
    read: (last, limit) => readOfSchool({ from: first, room: roomid }, last, limit),
  });
  // Those that are in use, and those that have lessons all the same.
  const shown = byName([
    ...rooms.map((room) => ({ _id: room._id, name: roomName(room) })),
    ...lessons.map(roomOf),
  ]);
  const offered = byName([...shown, noRoom()]);
  const chosen = offered.find(({ _id }) => _id === roomid);
  const title = roomid === undefined ? weekday(day) : (chosen?.name ?? t('weeks.former_room'));
  const show = (lesson: WeekLesson) => (
    <SchoolLesson lesson={lesson} isBusy={busyDuring(lesson, busy).length > 0} />
  );
  return (
    <WeekFrame
      title={t('areas.week_by_room')}
      monday={monday}
      today={today}
      lead={<RoomLinks rooms={offered} chosen={roomid} />}
    >
      {roomid === undefined && <DayLinks monday={monday} day={day} />}
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-semibold text-lg">{title}</p>
        {chosen && rooms.some(({ _id }) => _id === chosen._id) && actions(chosen)}
      </div>
      {roomid === undefined ? (
        <LessonGrid
          label={title}
          columns={shown.map(({ _id, name }) => ({ key: _id, heading: name }))}
          columnWidth={ROOM_WIDTH}
          columnOf={(lesson) => roomOf(lesson)._id}
          lessons={lessons}
          show={show}
        />
      ) : (
        <DaysGrid monday={monday} today={today} lessons={lessons} show={show} />
      )}
      <MoreButton more={more}>{t('weeks.show_later_lessons')}</MoreButton>
      {roomid === undefined && busy.length > 0 && <BusyTeachers busy={busy} day={day} />}
    </WeekFrame>
  );
}

/** That its teacher is busy is a hint: nothing stands in the way of the lesson. */
const SchoolLesson = ({ lesson, isBusy }: { lesson: WeekLesson; isBusy: boolean }) => (
  <LessonLines lesson={lesson} to={`/admin/lessons/${lesson.classid}`}>
    <p className="wrap-anywhere">
      {lesson.substitute
        ? t('weeks.is_covering', { name: teacherName(lesson.instructorname) })
        : teacherName(lesson.instructorname)}
    </p>
    {isBusy && <p className="font-semibold">{t('busy.in_lesson')}</p>}
  </LessonLines>
);

/** Who is busy on a day, and when: of one who is all day nothing more is said than of any other. */
function BusyTeachers({ busy, day }: { busy: readonly BusyTime[]; day: string }) {
  const { timezone } = useConfig().school;
  const { hours } = useHours();
  const teachers = Map.groupBy(busyOn([day], busy, timezone), ({ time }) => time.teacherid);
  if (teachers.size === 0) return null;
  return (
    <section aria-labelledby="busy" className="mt-6 print:hidden">
      <h2 id="busy" className="mb-2 font-semibold">
        {t('busy.teachers_of_day')}
      </h2>
      <ul className="space-y-1 text-sm">
        {[...teachers].map(([id, times]) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{times[0]?.time.teacher}</span>{' '}
            <span className="text-quiet tabular-nums">
              {times.map(({ time }) => hours(time.startsat, time.endsat)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RoomLinks({ rooms, chosen }: { rooms: readonly RoomOfWeek[]; chosen: string | undefined }) {
  const own = useOwnWords();
  return (
    <nav aria-label={t('weeks.rooms')} className="mt-6 flex flex-wrap gap-2 print:hidden">
      <Choice name="room" value={undefined} isChosen={chosen === undefined}>
        {t('rooms.all_rooms')}
      </Choice>
      {rooms.map(({ _id, name }) => (
        <Choice key={_id} name="room" value={_id} isChosen={chosen === _id}>
          {own(name)}
        </Choice>
      ))}
    </nav>
  );
}

function DayLinks({ monday, day }: { monday: string; day: string }) {
  const { dayOfMonth } = useHours();
  return (
    <nav aria-label={t('weeks.days')} className="mb-4 flex flex-wrap gap-2 print:hidden">
      {daysFrom(monday, DAYS_OF_WEEK).map((one, at) => (
        <Choice key={one} name="on" value={String(at + 1)} isChosen={one === day}>
          {dayOfMonth(one)}
        </Choice>
      ))}
    </nav>
  );
}

/** Puts one thing into the address, or takes it out; whatever else is in it stays. */
function Choice({
  name,
  value,
  isChosen,
  children,
}: {
  name: string;
  value: string | undefined;
  isChosen: boolean;
  children: ReactNode;
}) {
  const there = new URLSearchParams(useSearchParams()[0]);
  if (value === undefined) there.delete(name);
  else there.set(name, value);
  return (
    <Link
      to={`?${there}`}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={`flex min-h-9 items-center rounded-full border px-3.5 text-sm transition-colors ${
        isChosen
          ? 'border-primary bg-mist font-semibold text-plum'
          : 'border-[#8a8296] bg-base-100 hover:bg-mist/60'
      }`}
    >
      {children}
    </Link>
  );
}
