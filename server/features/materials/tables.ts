import type { FileKind } from '#contract/materials/calls.ts';

/** What the learners of a lesson are to practise, in Markdown; empty where it was taken away. */
export type LessonNoteRow = { lessonid: string; markdown: string; version: number; changedat: number };

/** A file that a teacher added to a lesson. It lies in the store of files under its id. */
export type LessonFileRow = {
  _id: string;
  lessonid: string;
  /** The lesson's. */
  classid: string;
  name: string;
  kind: FileKind;
  bytes: number;
  createdat: number;
};

/** That a learner practised on a day, as the family says. */
export type PractisedRow = { learnerid: string; day: string; createdat: number };
