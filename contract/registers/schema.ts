import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { text } from '#contract/fields.form.ts';
import { ById, CsvFile, CsvHeadings, HEADED, Id, Limit, Moment } from '#contract/primitives.schema.ts';
import { day } from '#contract/time/days-form.ts';
import { ClassLesson, TimetableLesson } from '#contract/timetable/schema.ts';
import {
  ATTENDANCE_NOTE_MAX,
  ATTENDANCE_STATES,
  ATTENDED_MAX,
  MARKS_MAX,
  REGISTER_STATES,
  REGISTERS_MAX,
  registerCalls,
} from './calls.ts';

const State = z.enum(ATTENDANCE_STATES);

/** A learner of a lesson: of a child no more than a roster shows. */
const RegisterRow = z
  .object({
    learnerid: Id,
    learnername: z.string(),
    /** In years, such as `8 to 9`; absent without a date of birth. */
    agegroup: z.string().optional(),
    /** The note for teachers; absent where there is none. */
    note: z.string().optional(),
    /** What was marked; `notice` where nothing was and the family said that the learner cannot come; else null. */
    state: z.enum(REGISTER_STATES).nullable(),
    /** Whether the family said before that the learner cannot come, and in what words. */
    notice: z.boolean(),
    words: z.string().nullable(),
    /** What the teacher wrote for the family. */
    teachernote: z.string().nullable(),
    /** For whom it is no lesson of their own: in place of a missed one, or as a `trial`. */
    guest: z.boolean(),
    trial: z.boolean(),
    markedat: Moment.nullable(),
    /** Rises with every change of the mark; 0 where there is none. */
    version: z.int(),
  })
  .meta({ id: 'RegisterRow' });

const RegisterLesson = ClassLesson.extend({ classid: Id, classname: z.string() });

export const Register = z
  .object({
    lesson: RegisterLesson,
    /** Whether the caller can no longer change it. */
    closed: z.boolean(),
    /** The server's clock, by which a device knows how far its own is off. */
    servertime: Moment,
    /** Who has the place at the lesson's start, by name, and then guests. */
    rows: z.array(RegisterRow),
  })
  .meta({ id: 'Register' });

export const Mark = z.object({
  learnerid: Id,
  state: State,
  /** Left out, it stays as it is; empty, it goes. */
  note: z.nullish(text(ATTENDANCE_NOTE_MAX)),
  /** When it was marked, on the clock of the device. */
  markedat: Moment,
});

export const MarkedRegister = Register.pick({ servertime: true, rows: true })
  .extend({
    /** Learners of whom a newer mark is known, which stays. */
    older: z.array(Id),
  })
  .meta({ id: 'MarkedRegister' });

const Counts = z.object({ present: z.int(), late: z.int(), absent: z.int() });

export const RegisterDay = z
  .object({
    /** The day that they are of. */
    day: z.iso.date(),
    servertime: Moment,
    /** By when they begin, cancelled ones too. */
    lessons: z.array(
      TimetableLesson.extend({
        /** How many are in it, guests included, how many of them are guests, and how many gave notice. */
        learners: z.int(),
        guests: z.int(),
        notices: z.int(),
        ...Counts.shape,
        /** Whether each of them is marked, or gave notice. */
        taken: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RegisterDay' });

/** Each lesson counts once. */
const AttendedCounts = Counts.extend({
  /** Marked absent, without notice. */
  absent: z.int(),
  /** Missed with notice, or to be missed. */
  notice: z.int(),
});

export const Attendance = z
  .object({
    learnerid: Id,
    learnername: z.string(),
    /** Lessons with a mark or a notice, the latest first. */
    rows: z.array(
      z.object({
        lessonid: Id,
        classid: Id,
        classname: z.string(),
        day: z.iso.date(),
        startsat: Moment,
        /** `notice` where only that was given. */
        state: z.enum(REGISTER_STATES),
        notice: z.boolean(),
        words: z.string().nullable(),
        teachernote: z.string().nullable(),
        guest: z.boolean(),
        trial: z.boolean(),
      }),
    ),
    /** Sums by class and term, the latest first; without a term between terms. */
    sums: z.array(
      AttendedCounts.extend({
        classid: Id,
        classname: z.string(),
        termid: Id.nullable(),
        term: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Attendance' });

export const registerEndpoints = withSchemas(registerCalls, {
  readRegister: {
    summary:
      'Who is in a lesson, with what was marked: learners who have the place at its start, then guests, of each no more than a roster shows.',
    refusals: ['lesson-not-found'],
    params: ById,
    response: { 200: Register },
  },
  markRegister: {
    summary:
      'Marks learners of a lesson, from the day of the lesson until the school’s rule closes the register (admins: always). Of two marks the one that was made later counts; the same body twice changes nothing. A learner who is not of the lesson refuses all of it.',
    unlogged: 'A mark says itself who made it and when; a lesson has hundreds.',
    refusals: ['lesson-not-found', 'too-early', 'register-closed', 'not-in-lesson', 'lesson-cancelled'],
    params: ById,
    body: z.object({ marks: z.array(Mark).min(1).max(MARKS_MAX) }),
    response: { 200: MarkedRegister },
  },
  listRegisters: {
    summary:
      'The lessons of a day, with how many are in them and whether the register was taken: to the office those of every class, to instructors their own.',
    querystring: z.object({
      /** Today where it is left out. */
      day: z.optional(day('common.choose_day')),
      /** The lesson after which the answer begins: the last of the answer before. */
      after: Id.optional(),
      /** How many lessons at most. */
      limit: Limit(REGISTERS_MAX),
    }),
    response: { 200: RegisterDay },
  },
  readAttendance: {
    summary:
      'What a learner attended, with sums by class and term: for those who look after the learner, and for the office.',
    refusals: ['learner-not-found'],
    params: ById,
    querystring: z.object({
      /** The first day; everything where it is left out. */
      from: z.optional(day('common.choose_day')),
      /** The lesson after which `rows` begin: the last of the answer before. The sums are of all. */
      after: Id.optional(),
      /** How many `rows` at most. */
      limit: Limit(ATTENDED_MAX),
    }),
    response: { 200: Attendance },
  },
  exportAttendance: {
    summary: `Every mark of lessons from one day to another (the last 31 days where they are left out), as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings.extend({
      from: z.optional(day('common.choose_day')),
      to: z.optional(day('common.choose_day')),
    }),
    response: { 200: CsvFile },
  },
});
