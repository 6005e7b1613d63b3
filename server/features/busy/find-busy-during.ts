import type { Db } from '#server/database/schema.ts';
import { findBusyTimes } from './queries.ts';
import type { Span } from './read-times.ts';

/** Those of some lessons during which a teacher is busy by the calendar that they gave, in their order. */
export async function findBusyDuring<L extends Span>(
  db: Db,
  { teacherid, lessons }: { teacherid: string | null; lessons: readonly L[] },
): Promise<L[]> {
  if (teacherid === null || lessons.length === 0) return [];
  const times = await findBusyTimes(db, {
    userid: teacherid,
    from: Math.min(...lessons.map(({ startsat }) => startsat)),
    to: Math.max(...lessons.map(({ endsat }) => endsat)),
  });
  return lessons.filter(({ startsat, endsat }) =>
    times.some((time) => time.startsat < endsat && time.endsat > startsat),
  );
}
