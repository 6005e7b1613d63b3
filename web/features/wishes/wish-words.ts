import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { listOf, weekdayName } from '#contract/formats.ts';
import type { WithLists } from '#contract/school/lists.ts';
import type { WishedTime } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';

type Wanted = {
  instrumentname: string;
  level?: string | null | undefined;
  group?: string | null | undefined;
};

/** What is wished for, in a few words: instrument, level and group, as far as they are said. */
export const whatWords = ({ instrumentname, level, group }: Wanted, school: WithLists): string =>
  [instrumentname, level && levelLabel(school, level), group && groupLabel(school, group)]
    .filter(Boolean)
    .join(', ');

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
