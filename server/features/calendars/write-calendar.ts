import { ICalCalendar, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { formatsOf } from '#contract/formats.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { pagePath } from '#languages/addresses.ts';
import { language, t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { ToldLesson } from './queries.ts';

/** How often programs that heed it look again, in seconds. */
const LOOK_AGAIN_S = 60 * 60;

type CalendarInput = {
  /** What a program calls the calendar. */
  name: string;
  lessons: readonly ToldLesson[];
  school: SchoolNow;
  /** Where the pages are, such as `https://school.example`. */
  origin: string;
  /** The learners of a family in a lesson; none is named where it is empty. */
  namesOf?: (lesson: ToldLesson) => readonly string[];
};

/**
 * Lessons as iCalendar (RFC 5545): an event each, known by the lesson's id, in UTC, worded in the language of
 * now. The same lessons make the same bytes.
 */
export function writeCalendar({ name, lessons, school, origin, namesOf }: CalendarInput): string {
  const calendar = new ICalCalendar({
    prodId: `//Cadenza//Timetable//${language().toUpperCase()}`,
    ttl: LOOK_AGAIN_S,
    // The library would write its own `name` as it is, whatever comma or line break is in it.
    x: { 'X-WR-CALNAME': name },
  });
  for (const lesson of lessons)
    calendar.createEvent(eventOf(lesson, { school, origin, names: namesOf?.(lesson) ?? [] }));
  // It leaves out what ends the last line (RFC 5545, section 3.1).
  return `${calendar.toString()}\r\n`;
}

function eventOf(
  lesson: ToldLesson,
  { school, origin, names }: Pick<CalendarInput, 'school' | 'origin'> & { names: readonly string[] },
): ICalEventData {
  const isCancelled = lesson.state === 'cancelled';
  const isPublic = lesson.status === 'approved' && lesson.deletedat === null;
  const { classname, path = isPublic ? `/classes/${lesson.classid}` : null } = lesson;
  const title =
    names.length > 0 ? t('calendars.learners_in_class', { names: names.join(', '), classname }) : classname;
  const changed = new Date(lesson.changedat);
  return {
    id: lesson._id,
    sequence: lesson.seq,
    // When it last changed, in a calendar without a method (RFC 5545, section 3.8.7.2).
    stamp: changed,
    lastModified: changed,
    start: new Date(lesson.startsat),
    end: new Date(lesson.endsat),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Many programs show a cancelled event like any other.
    summary: isCancelled ? t('calendars.cancelled', { title }) : title,
    description: describe(lesson, school),
    location: placeOf(lesson, school),
    ...(path !== null && { url: origin + pagePath(path, language(), school) }),
  };
}

function describe({ state, reason, teacher, planday, day }: ToldLesson, school: SchoolNow): string {
  const { weekday } = formatsOf(school);
  const changed = {
    planned: '',
    moved:
      day === planday ? t('calendars.was_changed') : t('calendars.moved_from', { day: weekday(planday) }),
    cancelled: t('calendars.is_cancelled'),
  };
  const lines = [
    changed[state],
    state === 'planned' ? '' : reason && reasonWords(reason),
    teacher && t('calendars.with_teacher', { teacher }),
  ];
  return lines.filter(Boolean).join('\n');
}

/** Where the room is: in its building, or at the school's own address. */
function placeOf({ room, site, ...building }: ToldLesson, school: SchoolNow): string {
  const { street, postcode, town } = site === null ? school : building;
  const name = site ?? school.name;
  return [room, name, street, [postcode, town].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
