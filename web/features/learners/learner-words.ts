import { ageOn } from '#contract/learners/ages.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { useConfig } from '#web/lib/config.ts';

/** What somebody calls a person of their family: a child by the first name, themself by their own. */
export const calledName = ({ firstname, learnername }: Pick<Learner, 'firstname' | 'learnername'>) =>
  firstname ?? learnername;

/** How many whole years somebody is old today, by the clocks of the school, or on a later day; null where their day of birth is not known. */
export function useAge(): (learner: Pick<Learner, 'born'>, day?: string) => number | null {
  const { timezone = 'UTC' } = useConfig().school;
  const today = dayAt(Date.now(), timezone);
  return ({ born }, day = today) => (born ? ageOn(born, day > today ? day : today) : null);
}

export const ageWords = (age: number) => (age === 1 ? '1 year old' : `${age} years old`);
