import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { timeOf } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { requireLesson } from './in-lesson.ts';
import { type FoundLesson, findNote, insertNote, updateNote } from './queries.ts';

type Written = {
  lessonid: string;
  markdown: string;
  /** The one that was read; 0 where nothing was written. */
  version: number;
  actor: Actor;
  /** The school's, as IANA calls it. */
  zone: string;
  now: number;
};

/**
 * Writes the notes of a lesson anew; gives their next version, or the same where they say it already. Throws
 * `lesson-not-found` and `changed-meanwhile`.
 */
export async function writeNotes(
  db: Db,
  { lessonid, markdown, version, actor, zone, now }: Written,
): Promise<number> {
  return transact(db, async (tx) => {
    const lesson = await requireLesson(tx, lessonid);
    const known = await findNote(tx, lessonid);
    ensure(version === (known?.version ?? 0), 'changed-meanwhile');
    if (markdown === (known?.markdown ?? '')) return version;
    const note = { lessonid, markdown, version: version + 1, changedat: now };
    ensure(await (known ? updateNote(tx, note) : insertNote(tx, note)), 'changed-meanwhile');
    await insertChange(tx, { ...aboutLesson(lesson, zone), action: 'lesson-notes', actor, now });
    return note.version;
  });
}

/**
 * How the log names what was given in a lesson: by its class and when it is. What it says, and what a file is
 * called, stays with the lesson: it may be about a person.
 */
export function aboutLesson(lesson: FoundLesson, zone: string) {
  const { day, starttime } = timeOf(lesson, zone);
  return {
    about: 'lesson' as const,
    subjectid: lesson.classid,
    subjectname: lesson.classname,
    before: `${day}T${starttime}`,
  };
}
