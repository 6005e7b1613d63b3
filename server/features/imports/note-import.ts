import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';

/** What was done with an import, and with how many; `places` is how many ended with it. */
type Done = { action: 'imported' | 'import-undone' | 'families-told'; count: number; places?: number };

/** Adds to the log what an admin did with an import. */
export async function noteImport(
  { db, readSchool, now }: { db: Db; readSchool: ReadSchool; now: () => number },
  subjectid: string,
  { action, count, places = 0, actor }: Done & { actor: Actor },
): Promise<void> {
  const { name: subjectname } = await readSchool();
  await insertChange(db, {
    about: 'school',
    subjectid,
    subjectname,
    action,
    note: String(count),
    after: places > 0 ? String(places) : null,
    actor,
    now: now(),
  });
}
