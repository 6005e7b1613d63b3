import { ageOn } from '#contract/learners/ages.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** The name of a learner as the family reads it: of a child the first name. */
export const calledName = ({ firstname, learnername }: Pick<Learner, 'firstname' | 'learnername'>) =>
  firstname ?? learnername;

/** What tells a message whether it speaks of its reader or of a child, and of which. */
export const whoIs = (learner: Pick<Learner, 'self' | 'firstname' | 'learnername'>) => ({
  who: learner.self ? 'self' : 'other',
  child: calledName(learner),
});

/** The age in whole years today, by the school's clock, or on a later day; null without a date of birth. */
export function useAge(): (learner: Pick<Learner, 'born'>, day?: string) => number | null {
  const { timezone = 'UTC' } = useConfig().school;
  const today = dayAt(Date.now(), timezone);
  return ({ born }, day = today) => (born ? ageOn(born, day > today ? day : today) : null);
}

export const ageWords = (age: number) => t('learners.years_old', { age });
