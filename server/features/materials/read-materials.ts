import { PRACTISED_DAYS } from '#contract/materials/calls.ts';
import { addDays } from '#contract/time/days.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearner } from '#server/features/learners/index.ts';
import type { RenderMarkdown } from '#server/markdown/render-markdown.ts';
import { requireLesson, teaches } from './in-lesson.ts';
import {
  type FoundLesson,
  findFilesOf,
  findGiven,
  findLearnersOf,
  findNote,
  findPractised,
} from './queries.ts';

type Reading = { db: Db; render: RenderMarkdown };

/** The first day that can be marked today. */
export const firstMarked = (today: string): string => addDays(today, 1 - PRACTISED_DAYS);

/** What was given in a lesson, for one who is in it or whom the call lets in. */
export async function readNotes(
  { db, render }: Reading,
  { id, caller, today }: { id: string; caller: Caller; today: string },
) {
  const lesson = await requireLesson(db, id);
  const { markdown = '', version = 0 } = (await findNote(db, id)) ?? {};
  const files = await findFilesOf(db, [id]);
  const mayedit = caller.role === 'admin' || (caller.role === 'instructor' && teaches(lesson, caller));
  const learners = mayedit ? await withPractised(db, { lesson, today }) : undefined;
  return { lesson, html: render(markdown), markdown, version, files, mayedit, learners };
}

async function withPractised(db: Db, { lesson, today }: { lesson: FoundLesson; today: string }) {
  const learners = await findLearnersOf(db, lesson);
  const learnerids = learners.map(({ learnerid }) => learnerid);
  const days = await findPractised(db, { learnerids, from: firstMarked(today) });
  const byLearner = Map.groupBy(days, ({ learnerid }) => learnerid);
  return learners.map(({ learnerid, learnername }) => ({
    learnerid,
    learnername,
    practised: (byLearner.get(learnerid) ?? []).map(({ day }) => day),
  }));
}

/** What a learner was given in the latest lessons. Throws `learner-not-found`. */
export async function listMaterials({ db, render }: Reading, caller: Caller, id: string) {
  const { _id: learnerid, learnername } = await findLearner(db, caller, id, 'see');
  const lessons = await findGiven(db, { learnerid });
  const files = await findFilesOf(
    db,
    lessons.map(({ _id }) => _id),
  );
  return {
    learnerid,
    learnername,
    lessons: lessons.map(({ markdown, ...lesson }) => ({
      lesson,
      html: render(markdown),
      files: files.filter(({ lessonid }) => lessonid === lesson._id),
    })),
  };
}
