import type { Meets } from '#contract/classes/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { WEEKDAYS } from '#contract/time/weekdays.ts';

type Plan = Meets['plans'][number];
export type Clock = Pick<Formats, 'clock'>;

const listOf = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');

const isOften = ({ everyweeks }: Plan) => everyweeks === 1;
const daysOf = (plans: readonly Plan[]) => [
  ...new Set(plans.map((plan) => `${WEEKDAYS[plan.weekday - 1]}${isOften(plan) ? 's' : ''}`)),
];

/** Plans with the same time and rhythm share one phrase. */
export function daysAnd(plans: readonly Plan[], timeOf: (plan: Plan) => string): string {
  const alike = Map.groupBy(plans, (plan) => `${plan.everyweeks} ${timeOf(plan)}`);
  const words = [...alike.values()].map((some) => {
    const [first] = some as [Plan];
    return `${isOften(first) ? '' : 'every other '}${listOf(daysOf(some))} ${timeOf(first)}`;
  });
  return listOf(words).replace(/^e/, 'E');
}

/** On which days and when: `Tuesdays and Fridays 16:00`, `every other Monday 9:30`. */
export const daysAndTimes = ({ plans }: Pick<Meets, 'plans'>, { clock }: Clock): string =>
  daysAnd(plans, ({ starttime }) => clock(starttime));

const lessonsOf = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);

/** When a class meets, in a line: `Tuesdays 16:00, from 12 January, 12 lessons`. */
export const meetsInBrief = (meets: Meets, formats: Pick<Formats, 'clock' | 'monthDay'>): string =>
  [
    daysAndTimes(meets, formats),
    `from ${formats.monthDay(meets.firstday)}`,
    ...(meets.lessons > 0 ? [lessonsOf(meets.lessons)] : []),
  ].join(', ');
