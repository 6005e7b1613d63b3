import * as z from 'zod';
import { text } from '#contract/fields.form.ts';
import { Id, Moment } from '#contract/primitives.schema.ts';
import { ABSENCE_WORDS_MAX } from './calls.ts';

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
        /** Lessons of the series’ other classes that have a place, and meet no other lesson of the learner. */
        lessons: z.array(Lesson.extend({ free: z.int() })),
      }),
    ),
    /** Lessons to come that were chosen, with the one that each makes up for. */
    booked: z.array(Lesson.extend({ fromlessonid: Id.nullable(), endsat: Moment })),
    /** How many may still be chosen in this term; null where there is no limit. */
    left: z.int().nullable(),
  })
  .meta({ id: 'CatchUps' });
