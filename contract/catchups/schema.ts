import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { text } from '#contract/fields.form.ts';
import { Deleted, Id, Moment, Updated } from '#contract/primitives.schema.ts';
import { ABSENCE_WORDS_MAX, catchUpCalls } from './calls.ts';

/** That a learner will miss a lesson. */
export const NewAbsence = z.object({
  /** The account itself where it is left out. */
  learnerid: Id.optional(),
  lessonid: Id,
  words: z.optional(text(ABSENCE_WORDS_MAX)),
});

export const NotedAbsence = z
  .object({
    /** Whether it earned a lesson of another class, which begins before `until`. */
    catchup: z.boolean(),
    until: Moment.nullable(),
  })
  .meta({ id: 'NotedAbsence' });

/** A lesson and a learner, as addresses name them. */
export const OfLesson = z.object({ lessonid: Id, learnerid: Id });

/** A lesson in another class in place of a missed one. */
export const NewCatchUp = z.object({ learnerid: Id.optional(), fromlessonid: Id, lessonid: Id });

const Lesson = z.object({
  _id: Id,
  classname: z.string(),
  startsat: Moment,
  room: z.string().nullable(),
});

export const CatchUps = z
  .object({
    /** Missed lessons that can be caught up, the one whose time ends first coming first. */
    rights: z.array(
      z.object({
        fromlessonid: Id,
        classname: z.string(),
        startsat: Moment,
        until: Moment,
        /** How many may still be chosen in its term; null where there is no limit. */
        left: z.int().nullable(),
        /** Lessons of the series’ other classes that have a place, and meet no other lesson of the learner. */
        lessons: z.array(Lesson.extend({ free: z.int() })),
      }),
    ),
    /** Lessons to come that were chosen, with the one that each makes up for. */
    booked: z.array(
      Lesson.extend({
        fromlessonid: Id.nullable(),
        endsat: Moment,
        /** Until when the place can be given up: its begin, or its end where it was moved meanwhile. */
        giveupuntil: Moment,
      }),
    ),
    /** Lessons to come that the learner is to miss. */
    notices: z.array(
      z.object({
        lessonid: Id,
        classname: z.string(),
        startsat: Moment,
        words: z.string().nullable(),
        /** Until when another lesson can be had for it; null where it earned none. */
        until: Moment.nullable(),
      }),
    ),
    /** How many may still be chosen in the term of today; null where there is no limit. */
    left: z.int().nullable(),
  })
  .meta({ id: 'CatchUps' });

export const catchUpEndpoints = withSchemas(catchUpCalls, {
  noteAbsence: {
    summary:
      'Says, until a lesson begins, that a learner cannot come, and answers whether that earned a lesson of another class. A guest gives the place up.',
    refusals: ['learner-not-found', 'lesson-not-found', 'lesson-cancelled', 'lesson-begun', 'not-in-lesson'],
    body: NewAbsence,
    response: { 200: NotedAbsence },
  },
  withdrawAbsence: {
    summary:
      'Takes back, until the lesson begins, that a learner cannot come; a place in another lesson that came of it is given up.',
    refusals: ['learner-not-found', 'lesson-not-found', 'lesson-begun', 'guest-took-it'],
    params: OfLesson,
    response: { 200: Deleted },
  },
  listCatchUps: {
    summary:
      'What a learner has missed and may catch up, in which lessons, what is chosen, and what they are to miss.',
    querystring: z.object({ learnerid: Id.optional() }),
    refusals: ['learner-not-found'],
    response: { 200: CatchUps },
  },
  bookCatchUp: {
    summary: 'Chooses a lesson of another class of the series in place of a missed one.',
    refusals: [
      'learner-not-found',
      'lesson-not-found',
      'lesson-cancelled',
      'lesson-begun',
      'no-right',
      'not-in-series',
      'catchups-used-up',
      'learner-clash',
      'no-place',
    ],
    body: NewCatchUp,
    response: { 200: Updated },
  },
  giveUpCatchUp: {
    summary:
      'Gives up a place that was chosen in place of a missed lesson, until that begins, or ends where it was moved since; another can be chosen.',
    refusals: ['learner-not-found', 'lesson-not-found', 'lesson-begun'],
    params: OfLesson,
    response: { 200: Deleted },
  },
});
