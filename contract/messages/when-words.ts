import type { Meets } from '#contract/classes/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { t } from '#languages/t.ts';
import { type Clock, daysAnd } from './meets-words.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** A time of day (`15:30`) moved on by a number of minutes. */
function later(time: string, minutes: number): string {
  const [hours = 0, past = 0] = time.split(':').map(Number);
  const at = (hours * HOUR + past + minutes) % DAY;
  const digits = (number: number) => String(number).padStart(2, '0');
  return `${digits(Math.floor(at / HOUR))}:${digits(at % HOUR)}`;
}

/** On which days, and from when until when: `Mondays 15:30–16:10`. */
const daysAndHours = ({ plans }: Pick<Meets, 'plans'>, { clock }: Clock): string =>
  daysAnd(plans, ({ starttime, minutes }) =>
    t('classes.from_until', { from: clock(starttime), until: clock(later(starttime, minutes)) }),
  );

/** When and where a class meets: its plans, and its next lesson with the room of that. */
export type When = {
  meets?: Pick<Meets, 'plans'> | null;
  next?: { day: string; room: string | null } | undefined;
};

/**
 * Day, time, room and next lesson of a place, in one line: `Mondays 15:30–16:10, Piano Studio, next 30
 * November`; empty for a class without lessons.
 */
export function whenWords({ meets, next }: When, formats: Pick<Formats, 'clock' | 'monthDay'>): string {
  const days = meets ? daysAndHours(meets, formats) : '';
  const nextday = next && t('classes.next_lesson_on', { day: formats.monthDay(next.day) });
  return [days, next?.room, nextday].filter(Boolean).join(', ');
}
