import type { Db } from '#server/database/schema.ts';
import { findCaughtUp, findRules, findTerms } from './queries.ts';

/**
 * How many lessons of the term of a day a learner may still catch up, of two terms that overlap the earlier;
 * null where the school sets no limit, and between terms. Lessons that are chosen count by the day of the
 * missed one, also once they are over.
 */
export type CountLeft = (day: string) => number | null;

export async function countLeftOf(db: Db, learnerid: string): Promise<CountLeft> {
  const { catchupsaterm } = await findRules(db);
  if (catchupsaterm === null) return () => null;
  const terms = await findTerms(db);
  const termOf = (day: string) => terms.find(({ firstday, lastday }) => firstday <= day && day <= lastday);
  const used = (await findCaughtUp(db, learnerid)).map((day) => termOf(day)?._id);
  return (day) => {
    const term = termOf(day);
    if (!term) return null;
    return Math.max(0, catchupsaterm - used.filter((id) => id === term._id).length);
  };
}
