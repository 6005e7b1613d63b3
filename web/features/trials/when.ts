import { dayAt } from '#contract/time/wall-time.ts';
import type { Trial } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** When a lesson is, with its weekday. */
export function useLessonTime(): (lesson: { startsat: string; endsat: string }) => string {
  const { timezone = 'UTC' } = useConfig().school;
  const { weekday, hours } = useFormats();
  return ({ startsat, endsat }) =>
    t('weeks.day_at', {
      day: weekday(dayAt(Date.parse(startsat), timezone)),
      hours: hours(startsat, endsat),
    });
}

const MINUTE_MS = 60_000;

/** Until when a trial lesson can be given back: the last day for it or, of one that was moved, its end. */
export function useBackUntil(): (trial: Pick<Trial, 'giveupuntil' | 'startsat'>) => string | undefined {
  const { timezone = 'UTC' } = useConfig().school;
  const { day, moment } = useFormats();
  return ({ giveupuntil: until, startsat }) => {
    if (!until) return undefined;
    const isMoved = startsat !== null && until > startsat;
    const words = isMoved ? moment(until) : day(dayAt(Date.parse(until) - MINUTE_MS, timezone));
    return t('trials.back_until', { until: words });
  };
}
