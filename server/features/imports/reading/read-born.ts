import type { BornForm } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';

/** A day (ISO 8601), or why there is none. */
export type Born = { day: string | null } | { verdict: 'doubtful' | 'wrong'; sentence: string };

/** As spreadsheets and databases write days: a time of midnight may follow. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/;
const YEAR_OF_TWO = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/;
const EARLIEST = '1900-01-01';
/** A day in each form that can be read in no other. */
const EXAMPLES: Record<BornForm, string> = {
  'yyyy-mm-dd': '2015-12-31',
  'dd/mm/yyyy': '31/12/2015',
  'mm/dd/yyyy': '12/31/2015',
};

/**
 * Reads a day of birth in the form that was chosen. While none is, one that begins with its year is clear,
 * and of the others those are doubtful that make two different days. `today` is a day of the school's own
 * clocks; `dayWords` writes one as people read it.
 */
export function readBorn(
  written: string,
  {
    form,
    today,
    dayWords,
  }: { form?: BornForm | undefined; today: string; dayWords: (day: string) => string },
): Born {
  if (written === '') return { day: null };
  if (YEAR_OF_TWO.test(written)) return wrong(t('imports.year_of_two', { written }));
  const days = [...new Set(readings(written, form))];
  const [day, other] = days;
  if (!day)
    return wrong(
      form
        ? t('imports.no_date_in_form', { written, example: EXAMPLES[form] })
        : t('imports.no_date', { written }),
    );
  if (other)
    return {
      verdict: 'doubtful',
      sentence: t('imports.date_of_two', { written, one: dayWords(day), other: dayWords(other) }),
    };
  if (day > today) return wrong(t('imports.date_in_future', { day: dayWords(day) }));
  return day < EARLIEST ? wrong(t('imports.date_long_ago', { day: dayWords(day) })) : { day };
}

const wrong = (sentence: string): Born => ({ verdict: 'wrong', sentence });

/** The days that the digits make in a form, or in any. */
function readings(written: string, form: BornForm | undefined): string[] {
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(written) ?? [];
  if (year) return dayOf(year, month, day);
  const [, one = '', two = '', last = ''] = YEAR_LAST.exec(written) ?? [];
  if (!last || form === 'yyyy-mm-dd') return [];
  return [
    ...(form === 'mm/dd/yyyy' ? [] : dayOf(last, two, one)),
    ...(form === 'dd/mm/yyyy' ? [] : dayOf(last, one, two)),
  ];
}

/** None where the calendar has no such day. */
function dayOf(year: string, month: string, day: string): string[] {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = Date.parse(`${written}T00:00Z`);
  // 31 February is the third of March to `Date`.
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(written) ? [written] : [];
}
