import { listOf, weekdayName } from '#contract/formats.ts';
import type { WishedTime } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';

/** When it suits: days with the same hours together; `clock` writes a time as the school does. */
export function timeWords(hours: readonly WishedTime[], clock: (time: string) => string): string {
  const byTime = Map.groupBy(hours, ({ from, to }) => `${from} ${to}`);
  return [...byTime.values()]
    .map((times) => {
      const days = listOf(times.map(({ weekday }) => weekdayName(Number(weekday))));
      const [{ from, to } = { from: '', to: '' }] = times;
      return t('wishes.time', { days, from: clock(from), to: clock(to) });
    })
    .join('; ');
}
