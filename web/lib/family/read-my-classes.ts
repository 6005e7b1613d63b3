import { learnerCalls } from '#contract/learners/calls.ts';
import { STANDINGS, selectionCalls } from '#contract/selections/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import type { MyClasses } from './my-classes.ts';

const api = apiOf(learnerCalls, selectionCalls);

/** Asks the school whom a student looks after, and how each stands to classes. */
export async function readMyClasses(email: string): Promise<MyClasses> {
  const [learners, found] = await Promise.all([api.listLearners(), api.listStandings({ params: { email } })]);
  const standings = found.toSorted(
    (one, other) => STANDINGS.indexOf(one.standing) - STANDINGS.indexOf(other.standing),
  );
  return { learners, standings };
}
