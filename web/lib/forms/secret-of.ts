import type { Outcome } from '#web/lib/api/change.ts';

/** What the answer to a change carries as its `secret`, to be shown once; undefined where it carries none. */
export function secretOf(outcome: Outcome): string | undefined {
  const answer = outcome.isDone ? outcome.answer : undefined;
  if (typeof answer !== 'object' || answer === null || !('secret' in answer)) return undefined;
  return typeof answer.secret === 'string' ? answer.secret : undefined;
}
