import { ageOn } from '#contract/learners/ages.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** The name of a learner as the family reads it: of a child the first name. */
export const calledName = ({ firstname, learnername }: Pick<Learner, 'firstname' | 'learnername'>) =>
  firstname ?? learnername;

/** The age in whole years today, by the school's clock, or on a later day; null without a date of birth. */
export function useAge(): (learner: Pick<Learner, 'born'>, day?: string) => number | null {
  const { timezone = 'UTC' } = useConfig().school;
  const today = dayAt(Date.now(), timezone);
  return ({ born }, day = today) => (born ? ageOn(born, day > today ? day : today) : null);
}

export const ageWords = (age: number) => (age === 1 ? '1 year old' : `${age} years old`);
