import { isAnswered, type Outcome } from '#web/lib/api/change.ts';
import { refreshMyClasses } from './my-classes.ts';

/** Asks again after a change of what the student has, unless no answer came; gives the same outcome. */
export async function refreshAfter(change: Promise<Outcome>): Promise<Outcome> {
  const outcome = await change;
  if (isAnswered(outcome)) await refreshMyClasses();
  return outcome;
}
