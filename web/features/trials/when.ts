import type { Trial } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** When a lesson is, with its weekday. */
export function useLessonTime(): (lesson: { startsat: string; endsat: string }) => string {
  const { weekday, hours } = useFormats();
  return ({ startsat, endsat }) =>
    t('weeks.day_at', {
      day: weekday(startsat),
      hours: hours(startsat, endsat),
    });
}

const MINUTE_MS = 60_000;

/** Until when a trial lesson can be given back: the last day for it or, of one that was moved, its end. */
export function useBackUntil(): (trial: Pick<Trial, 'giveupuntil' | 'startsat'>) => string | undefined {
  const { day, moment } = useFormats();
  return ({ giveupuntil: until, startsat }) => {
    if (!until) return undefined;
    const isMoved = startsat !== null && until > startsat;
    const words = isMoved ? moment(until) : day(Date.parse(until) - MINUTE_MS);
    return t('trials.back_until', { until: words });
  };
}
