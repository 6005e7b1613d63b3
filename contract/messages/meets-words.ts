import type { Meets } from '#contract/classes/calls.ts';
import { type Formats, listOf, weekdayName } from '#contract/formats.ts';
import { language, t } from '#languages/t.ts';

type Plan = Meets['plans'][number];
export type Clock = Pick<Formats, 'clock'>;

/** `Mondays`, or `Monday` of every other. */
const dayOf = ({ weekday, everyweeks }: Plan): string =>
  everyweeks === 1
    ? t('classes.each_weekday', { weekday })
    : t('classes.other_weekday', { weekday: weekdayName(weekday) });

/** As it begins a line of its own. */
export const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);

/** Plans with the same time and rhythm share one phrase. */
export function daysAnd(plans: readonly Plan[], timeOf: (plan: Plan) => string): string {
  const alike = Map.groupBy(plans, (plan) => `${plan.everyweeks} ${timeOf(plan)}`);
  const phrases = [...alike.values()].map((some) => {
    const [first] = some as [Plan];
    const said = { days: listOf(new Set(some.map(dayOf))), time: timeOf(first) };
    return first.everyweeks === 1 ? t('classes.weekly_at', said) : t('classes.every_other_at', said);
  });
  return capitalized(listOf(phrases));
}

/** On which days and when: `Tuesdays and Fridays 16:00`, `Every other Monday 9:30`. */
export const daysAndTimes = ({ plans }: Pick<Meets, 'plans'>, { clock }: Clock): string =>
  daysAnd(plans, ({ starttime }) => t('classes.at_time', { time: clock(starttime) }));

/** When a class meets, in a line: `Tuesdays 16:00, from 12 January, 12 lessons`. */
export function meetsInBrief(meets: Meets, formats: Pick<Formats, 'clock' | 'monthDay'>): string {
  const said = { days: daysAndTimes(meets, formats), first: formats.monthDay(meets.firstday) };
  return meets.lessons > 0
    ? t('classes.meets_from_with_lessons', { ...said, count: meets.lessons })
    : t('classes.meets_from', said);
}
