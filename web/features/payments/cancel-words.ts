import type { MusicClass } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { t } from '#languages/t.ts';

type Rules = Pick<ClientConfig['school'], 'cancelUntilHours' | 'cancelFrom' | 'enrolmentPrice'>;

/** How long a student can cancel, and what goes back then; of several seats each by itself. */
export function cancelWords(
  { cancelUntilHours: hours, cancelFrom, enrolmentPrice }: Rules,
  classes: readonly Pick<MusicClass, 'meets'>[],
): string {
  if (hours === 0) return t('payments.no_cancelling');
  const isInDays = hours % 24 === 0 && hours >= 48;
  const haveLessons = classes.some(({ meets }) => meets);
  const values = {
    unit: isInDays ? 'days' : 'hours',
    count: isInDays ? hours / 24 : hours,
    from: haveLessons && cancelFrom === 'first-lesson' ? 'lesson' : 'enrolling',
  };
  const isByLessons = haveLessons && enrolmentPrice === 'class';
  const isOne = classes.length === 1;
  if (isByLessons)
    return isOne ? t('payments.cancel_by_lessons', values) : t('payments.cancel_each_by_lessons', values);
  return isOne ? t('payments.cancel_whole', values) : t('payments.cancel_each_whole', values);
}
