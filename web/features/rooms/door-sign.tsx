import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import type { Room } from '#contract/rooms/calls.ts';
import type { TimetableLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { roomName } from '#web/lib/formats/room-labels.ts';

type Props = {
  room: Room;
  lessons: readonly TimetableLesson[];
  /** Of the week, Monday first. */
  days: readonly string[];
  /** The Mondays of the weeks beside it. */
  before: string;
  after: string;
};

/** What is held in a room in a week, to be printed and put on its door. */
export function DoorSign({ room, lessons, days, before, after }: Props) {
  const { weekday, day } = useHours();
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  const shown = days.filter((one, at) => at < WORKDAYS || held.some((lesson) => lesson.day === one));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <Link to={`?week=${before}`} className="btn btn-outline btn-sm">
          {t('common.previous_week')}
        </Link>
        <Link to={`?week=${after}`} className="btn btn-outline btn-sm">
          {t('common.next_week')}
        </Link>
        <button type="button" className="btn btn-primary btn-sm" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          {t('common.print')}
        </button>
        <Link to="/admin/rooms" className="btn btn-ghost btn-sm">
          {t('rooms.all_rooms')}
        </Link>
        <ZoneNote />
      </div>
      <article className="panel p-6 sm:p-8 print:border-0 print:p-0 print:shadow-none">
        <h1 className="wrap-anywhere text-title">
          <OwnWords>{roomName(room)}</OwnWords>
        </h1>
        <p className="mt-2 text-quiet">
          {t('rooms.week_of', { day: day(days[0] ?? ''), places: room.places })}
        </p>
        <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
          {shown.map((one) => (
            <section key={one} aria-label={weekday(one)} className="break-inside-avoid">
              <h2 className="border-base-300 border-b pb-1 font-sans font-semibold first-letter:uppercase">
                {weekday(one)}
              </h2>
              <Lessons lessons={held.filter((lesson) => lesson.day === one)} />
            </section>
          ))}
        </div>
      </article>
    </>
  );
}

/** Monday to Friday stand on every sign, a day at the weekend where something is held. */
const WORKDAYS = 5;

function Lessons({ lessons }: { lessons: readonly TimetableLesson[] }) {
  const { hours } = useHours();
  if (lessons.length === 0) return <p className="mt-2 text-quiet text-sm">{t('rooms.free')}</p>;
  return (
    <ul className="mt-2 space-y-1.5">
      {lessons.map(({ _id, startsat, endsat, classname, instructorname }) => (
        <li key={_id} className="grid grid-cols-[7.5rem_1fr] gap-x-3">
          <span className="tabular-nums">{hours(startsat, endsat)}</span>
          <span className="wrap-anywhere">
            <span className="font-semibold">
              <OwnWords>{classname}</OwnWords>
            </span>
            <span className="block text-quiet text-sm">{teacherName(instructorname)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
