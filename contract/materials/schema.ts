import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { Markdown } from '#contract/markdown/form.ts';
import { ArticleHtml } from '#contract/markdown/schema.ts';
import { ById, Deleted, Id, Inserted, Moment, StoredFile, Updated } from '#contract/primitives.schema.ts';
import { day } from '#contract/time/days-form.ts';
import { LESSON_STATES } from '#contract/timetable/calls.ts';
import { FILE_BYTES_MAX, FILE_KINDS, FILE_NAME_MAX, materialCalls } from './calls.ts';

/** A day of the school's time zone, `2026-11-24`. */
const Day = z.iso.date();

export const LessonFile = z
  .object({
    _id: Id,
    /** As it is saved, ending as files of its kind do. */
    name: z.string(),
    kind: z.enum(FILE_KINDS),
    bytes: z.int(),
    createdat: Moment,
  })
  .meta({ id: 'LessonFile' });

const OfLesson = z.object({
  _id: Id,
  classid: Id,
  classname: z.string(),
  instructorname: z.string(),
  day: Day,
  startsat: Moment,
  endsat: Moment,
  state: z.enum(LESSON_STATES),
});

const given = {
  lesson: OfLesson,
  /** Made from the Markdown; no HTML of the author's survives in it. */
  html: ArticleHtml,
  files: z.array(LessonFile),
};

const learner = { learnerid: Id, learnername: z.string() };

export const LessonNotes = z
  .object({
    ...given,
    markdown: z.string(),
    /** 0 where nothing was ever written. */
    version: z.int(),
    /** Whether the caller may write notes and add files. */
    mayedit: z.boolean(),
    /** Who is in the lesson, by name, with the days practised lately; for those who may write alone. */
    learners: z.array(z.object({ ...learner, practised: z.array(Day) })).optional(),
  })
  .meta({ id: 'LessonNotes' });

export const LearnerMaterials = z
  .object({
    ...learner,
    /** Of the latest lessons in which something was given, the newest first. */
    lessons: z.array(z.object(given)),
  })
  .meta({ id: 'LearnerMaterials' });

export const Practised = z.object({ days: z.array(Day) }).meta({ id: 'Practised' });

const ByLearner = z.object({ learnerid: Id });
const PractisedDay = day('common.choose_day');
const ByDay = z.object({ learnerid: Id, day: PractisedDay });

export const materialEndpoints = withSchemas(materialCalls, {
  readLessonNotes: {
    summary:
      'What was given in a lesson: notes on what to practise, and files. For families of learners who had a place in it then, for its teachers and the office.',
    refusals: ['lesson-not-found'],
    params: ById,
    response: { 200: LessonNotes },
  },
  writeLessonNotes: {
    summary:
      'Writes what the learners of a lesson are to practise; an empty text takes it away. Answers the next version.',
    refusals: ['lesson-not-found', 'changed-meanwhile'],
    params: ById,
    body: z.object({
      markdown: Markdown,
      /** The version that was read; 0 where nothing was ever written. */
      version: z.int().min(0),
    }),
    response: { 200: z.object({ version: z.int() }) },
  },
  addLessonFile: {
    summary: `Adds a file to a lesson: PDF, MP3, M4A, JPEG, PNG or MusicXML, told by its content, of ${FILE_BYTES_MAX / 1024 / 1024} MB at most. It is saved under the name that it was sent with, of ${FILE_NAME_MAX} characters at most.`,
    refusals: ['lesson-not-found', 'file-unfit', 'class-files-full', 'files-unavailable', 'files-store-full'],
    params: ById,
    body: z.object({ file: z.file().max(FILE_BYTES_MAX, says('materials.file_too_large')) }),
    response: { 200: Inserted },
  },
  readLessonFile: {
    summary: 'A file of a lesson, to be saved.',
    refusals: ['file-not-found', 'files-unavailable'],
    params: ById,
    response: { 200: StoredFile },
  },
  deleteLessonFile: {
    summary: 'Deletes a file of a lesson.',
    refusals: ['file-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
  listMaterials: {
    summary:
      'What a learner of the caller’s family was given in the latest lessons, the newest first: notes on what to practise, and files.',
    refusals: ['learner-not-found'],
    params: ByLearner,
    response: { 200: LearnerMaterials },
  },
  listPractised: {
    summary:
      'The days on which a learner of the caller’s family practised, the latest first. Teachers read them with the notes of a lesson.',
    refusals: ['learner-not-found'],
    params: ByLearner,
    querystring: z.object({
      /** The first day; two weeks ago where it is left out. */
      from: Day.optional(),
    }),
    response: { 200: Practised },
  },
  markPractised: {
    summary: 'Notes that a learner of the caller’s family practised on a day: today or one of the last days.',
    unlogged: 'It is the family’s own.',
    refusals: ['learner-not-found'],
    params: ByDay,
    response: { 200: Updated },
  },
  unmarkPractised: {
    summary: 'Takes that back.',
    unlogged: 'It is the family’s own.',
    refusals: ['learner-not-found'],
    params: ByDay,
    response: { 200: Deleted },
  },
});
