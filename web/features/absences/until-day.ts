import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

const MINUTE_MS = 60_000;

/** The last day, as the school writes it, of what is possible before a moment. */
export function useLastDay(): (until: string) => string {
  const { timezone = 'UTC' } = useConfig().school;
  const { day } = useFormats();
  return (until) => day(dayAt(Date.parse(until) - MINUTE_MS, timezone));
}

/** When a lesson begins, with its weekday. */
export function useBegin(): (startsat: string) => string {
  const { timezone = 'UTC' } = useConfig().school;
  const { weekday, time } = useFormats();
  return (startsat) =>
    t('weeks.day_at', { day: weekday(dayAt(Date.parse(startsat), timezone)), hours: time(startsat) });
}
