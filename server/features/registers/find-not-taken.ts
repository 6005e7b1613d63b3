import { addDays } from '#contract/time/days.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { countMarks, findUnmarked, hasMarks } from './queries.ts';

const LESSONS_AT_ONCE = 50;

type School = Pick<SchoolNow, 'timezone' | 'registerdays'>;

/**
 * Lessons that are over with learners of whom none is marked, though not all gave notice: the latest first, as
 * long as their teachers can do it. None of a school that has never taken a register.
 */
export async function findNotTaken(
  db: Db,
  { school, now, limit }: { school: School; now: number; limit: number },
) {
  const to = schoolDay(school, now);
  const days = { from: addDays(to, -school.registerdays), to };
  const found: Awaited<ReturnType<typeof findUnmarked>> = [];
  if (!(await hasMarks(db))) return { lessons: found, more: false };
  for (let before = { startsat: now, _id: '' }; found.length <= limit; ) {
    const some = await findUnmarked(db, { ...days, now, before, limit: LESSONS_AT_ONCE });
    const counts = await countMarks(
      db,
      some.map(({ _id }) => _id),
    );
    found.push(...some.filter(({ _id }) => (counts.get(_id)?.open ?? 0) > 0));
    const last = some.at(-1);
    if (!last || some.length < LESSONS_AT_ONCE) break;
    before = last;
  }
  return { lessons: found.slice(0, limit), more: found.length > limit };
}
