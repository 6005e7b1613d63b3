import { CLASS_BYTES_MAX } from '#contract/materials/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { lockTimetable } from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { fileFault } from '#server/http/file-fault.ts';
import type { FileStore } from '#server/services/file-store.ts';
import { nameOf } from './file-name.ts';
import { requireLesson } from './in-lesson.ts';
import { findKind } from './inspect/find-kind.ts';
import {
  deleteFile as deleteRow,
  findFile,
  findLesson,
  insertFile,
  sumAllBytes,
  sumBytes,
} from './queries.ts';
import { aboutLesson } from './write-notes.ts';

export type FileOptions = {
  db: Db;
  files: FileStore;
  /** How many bytes the files of all classes may have. */
  maxBytes: number;
  readSchool: ReadSchool;
  now: () => number;
};
type Adding = { lessonid: string; file: File; actor: Actor };

/**
 * Adds a file to a lesson; gives its id. It is stored before it is in the records, so that none of these has
 * no file; what is stored and then refused goes at once, and what a crash leaves is swept. Throws
 * `lesson-not-found`, `file-unfit`, `class-files-full`, `files-unavailable` and `files-store-full`.
 */
export async function addFile(options: FileOptions, { lessonid, file, actor }: Adding): Promise<string> {
  const { db, files, maxBytes, now, readSchool } = options;
  const { timezone: zone = 'UTC' } = await readSchool();
  const lesson = await requireLesson(db, lessonid);
  await ensureSpace(db, lesson.classid, file.size);
  // Those that come into other classes at the same moment are not counted: they are few, and 20 MB at most.
  ensure((await sumAllBytes(db)) + file.size <= maxBytes, 'files-store-full');
  const kind = await findKind(file);
  ensure(kind, 'file-unfit');
  const createdat = now();
  const _id = newId(createdat);
  await files.put(_id, file).catch((cause) => {
    throw fileFault(cause);
  });
  try {
    await transact(db, async (tx) => {
      // Of two that come at once the second counts the first.
      await lockTimetable(tx, { classids: [lesson.classid] });
      await requireLesson(tx, lessonid);
      await ensureSpace(tx, lesson.classid, file.size);
      const { classid } = lesson;
      const name = nameOf(file.name, kind);
      await insertFile(tx, { _id, lessonid, classid, name, kind, bytes: file.size, createdat });
      const about = aboutLesson(lesson, zone);
      await insertChange(tx, { ...about, action: 'lesson-file-added', actor, now: createdat });
    });
  } catch (error) {
    // Where it is not known whether the records have it, the sweep looks.
    if (error instanceof AppError) await files.delete(_id).catch(() => {});
    throw error;
  }
  return _id;
}

async function ensureSpace(db: Db, classid: string, bytes: number): Promise<void> {
  ensure((await sumBytes(db, classid)) + bytes <= CLASS_BYTES_MAX, 'class-files-full');
}

/**
 * Deletes a file from the records; the sweep deletes it from the store once no backup is being made, whose
 * records may name it. Throws `file-not-found`.
 */
export async function deleteFile(
  { db, now, readSchool }: FileOptions,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const { timezone: zone = 'UTC' } = await readSchool();
  await transact(db, async (tx) => {
    const file = await findFile(tx, id);
    const lesson = file && (await findLesson(tx, file.lessonid));
    ensure(lesson && (await deleteRow(tx, id)), 'file-not-found');
    const about = aboutLesson(lesson, zone);
    await insertChange(tx, { ...about, action: 'lesson-file-deleted', actor, now: now() });
  });
}
