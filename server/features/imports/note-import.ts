import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';

/** What was done with an import, and with how many. */
type Done = { action: 'imported' | 'import-undone' | 'families-told'; count: number };

/** Adds to the log what an admin did with an import. */
export async function noteImport(
  { db, readSchool, now }: { db: Db; readSchool: ReadSchool; now: () => number },
  subjectid: string,
  { action, count, actor }: Done & { actor: Actor },
): Promise<void> {
  const { name: subjectname } = await readSchool();
  await insertChange(db, {
    about: 'school',
    subjectid,
    subjectname,
    action,
    note: String(count),
    actor,
    now: now(),
  });
}
