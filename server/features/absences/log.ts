import type { ChangeAction } from '#contract/changes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { timeOf } from '#server/features/lessons/index.ts';
import type { FoundLesson } from './queries.ts';

type Line = {
  action: Extract<
    ChangeAction,
    'absence-noted' | 'absence-withdrawn' | 'catchup-booked' | 'catchup-given-up'
  >;
  lesson: Pick<FoundLesson, 'classid' | 'classname' | 'startsat' | 'endsat'>;
  learnerid: string;
  actor: { _id: string; name: string };
  zone: string;
  now: number;
};

/** Adds to the log what a family said of one lesson, which is named by its time; never in which words. */
export async function logOfLesson(
  tx: Db,
  { action, lesson, learnerid, actor, zone, now }: Line,
): Promise<void> {
  const { day, starttime } = timeOf(lesson, zone);
  await insertChange(tx, {
    about: 'lesson',
    subjectid: lesson.classid,
    subjectname: lesson.classname,
    action,
    before: `${day}T${starttime}`,
    learnerid,
    actor,
    now,
  });
}
