import type { Fact } from '#contract/school/calls.ts';

/** What a line tells that stands below an event's text; `more` is whatever comes after. */
export type EventLine = { tells: 'day' | 'hour' | 'place' | 'cost' | 'more'; line: string };

/**
 * The first line of an event's words is read as a text; the others stand in a list below it: when, where, and
 * for how much. Where the event has a day, `weekday` writes it and it comes before them, so that their first
 * tells the hour.
 */
export function eventLines(
  { words = '', day }: Pick<Fact, 'words' | 'day'>,
  weekday: (day: string) => string,
): { text: string; lines: EventLine[] } {
  const [text = '', ...rest] = words.split('\n').map((line) => line.trim());
  const order = [day ? 'hour' : 'day', 'place', 'cost'] as const;
  const said = rest.filter(Boolean).map((line, at): EventLine => ({ tells: order[at] ?? 'more', line }));
  return { text, lines: day ? [{ tells: 'day', line: weekday(day) }, ...said] : said };
}
