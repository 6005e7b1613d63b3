import type { MusicClass } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';

type Rules = Pick<ClientConfig['school'], 'cancelUntilHours' | 'cancelFrom' | 'enrolmentPrice'>;

/** How long a student can cancel, and what goes back then; of several seats each by itself. */
export function cancelWords(
  { cancelUntilHours: hours, cancelFrom, enrolmentPrice }: Rules,
  classes: readonly Pick<MusicClass, 'meets'>[],
): string {
  if (hours === 0) return 'A place cannot be cancelled once it is paid.';
  const time =
    hours % 24 === 0 && hours >= 48 ? `${hours / 24} days` : `${hours} ${hours === 1 ? 'hour' : 'hours'}`;
  const haveLessons = classes.some(({ meets }) => meets);
  const from = haveLessons && cancelFrom === 'first-lesson' ? 'the first lesson' : 'enrolling';
  const isByLessons = haveLessons && enrolmentPrice === 'class';
  const isOne = classes.length === 1;
  if (isByLessons)
    return isOne
      ? `You can cancel up to ${time} after ${from}. You are then refunded for the lessons that have not begun.`
      : `Each place can be cancelled separately up to ${time} after ${from}. You are then refunded for its lessons that have not begun.`;
  return isOne
    ? `You can cancel within ${time} after ${from}; the whole amount then goes back to your card.`
    : `Each place can be cancelled separately within ${time} after ${from}; what you paid for it then goes back to your card.`;
}
