import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { ById, Id, Limit, lenient, Moment } from '#contract/primitives.schema.ts';
import { day } from '#contract/time/days-form.ts';
import { t } from '#languages/t.ts';
import { LESSON_STATES, TIMETABLE_DAYS_MAX, TIMETABLE_LESSONS_MAX, timetableCalls } from './calls.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Days of the school's time zone. */
const Day = z.iso.date(says('timetable.name_day'));

export const TimetableLesson = z
  .object({
    _id: Id,
    classid: Id,
    classname: z.string(),
    /** The teacher of the lesson, who may be a substitute; null once that teacher has left. */
    teacherid: Id.nullable(),
    instructorname: z.string(),
    /** Null where no room was chosen. */
    roomid: Id.nullable(),
    room: z.string().nullable(),
    /** The day on which it is held. */
    day: Day,
    startsat: Moment,
    endsat: Moment,
    state: z.enum(LESSON_STATES),
  })
  .meta({ id: 'TimetableLesson' });

export const ClassLesson = TimetableLesson.pick({
  _id: true,
  teacherid: true,
  instructorname: true,
  roomid: true,
  room: true,
  day: true,
  startsat: true,
  endsat: true,
  state: true,
})
  .extend({
    /** Why it was moved or cancelled; null where no reason was given. */
    reason: z.string().nullable(),
    /** Whether it has begun, or is over. */
    begun: z.boolean(),
    /** Rises with every change of what stands above; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'ClassLesson' });

const Named = z.object({ _id: Id, name: z.string() });

/** A week from Monday to Sunday, with what else there is to choose. */
export const TimetableWeek = z
  .object({
    /** Today's date at the school. */
    today: Day,
    /** Monday and Sunday. */
    from: Day,
    to: Day,
    /** The Monday before and the one after; null where no lesson is before or after the week. */
    previous: Day.nullable(),
    next: Day.nullable(),
    /** The rooms in use and the instructors, by name. */
    rooms: z.array(Named),
    teachers: z.array(Named),
    /** Days on which the whole school is closed. */
    closed: z.array(z.object({ day: Day, name: z.string() })),
    /** By their beginning; null where there are too many, and neither a room nor a teacher is chosen. */
    lessons: z.array(TimetableLesson).nullable(),
  })
  .meta({ id: 'TimetableWeek' });

/** Days from one to another, both counted. */
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const TimetableQuery = z
  .object({
    from: Day,
    to: Day,
    /** An empty value counts as absent. */
    room: Id.optional(),
    teacher: Id.optional(),
    /** The lesson after which the answer begins: the last of the answer before. */
    after: Id.optional(),
    /** How many lessons at most. */
    limit: Limit(TIMETABLE_LESSONS_MAX),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...says('timetable.days_crossed') })
  .refine(({ from, to }) => daysBetween(from, to) <= TIMETABLE_DAYS_MAX, {
    path: ['to'],
    error: () => t('timetable.at_most_days', { max: TIMETABLE_DAYS_MAX }),
  });

export const timetableEndpoints = withSchemas(timetableCalls, {
  listTimetable: {
    summary:
      'The lessons of the approved classes from one day to another, in the order in which they begin; of one room or one teacher alone where it is named. Cancelled ones are among them.',
    pagedBy: timetableCalls.readTimetableWeek,
    querystring: TimetableQuery,
    response: { 200: z.array(TimetableLesson) },
  },
  readTimetableWeek: {
    summary:
      'A week of the approved classes’ lessons, of the whole school or of one room or one teacher, with what else may be chosen.',
    querystring: z.object({
      /** A day of the week; today where it makes no sense. */
      of: lenient(day('common.choose_day')),
      room: lenient(Id),
      teacher: lenient(Id),
    }),
    response: { 200: TimetableWeek },
  },
  listClassLessons: {
    summary:
      'The lessons of a class in the order in which they begin: of an approved one for everyone, of any other for its instructor and admins. Cancelled ones are among them.',
    refusals: ['class-not-found', 'class-called-off'],
    params: ById,
    response: { 200: z.array(ClassLesson) },
  },
});
