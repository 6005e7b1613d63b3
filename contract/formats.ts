import { localeIn } from '#languages/languages.ts';
import { language } from '#languages/t.ts';

/*
 * The one place that writes days, moments, sums and counts for people: in the language of now as the school's
 * country writes it, in its time zone and currency, the same on the server and in a browser. What machines
 * read, CSV files among it, stays ISO 8601 and plain numbers.
 */

export type FormatOptions = {
  /**
   * English as the school's country writes it, such as `en-IE`. Where it is missing English days read as in
   * Britain and sums as in the United States.
   */
  locale?: string;
  /** IANA's name, such as `Asia/Kolkata`; UTC where it is missing. */
  timezone?: string;
  /** ISO 4217, in either case. */
  currency: string;
};

/**
 * A moment as ISO 8601 or epoch milliseconds, or a calendar day, `2026-11-18`, which is the same in every
 * time zone.
 */
export type When = string | number;

/** Names and phrases as one reads them in a sentence, in the language of now: `Ann, Ben and Cleo`. */
export const listOf = (items: Iterable<string>): string => lists(ownLocale()).format(items);

/** Midnight of a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The name of a weekday, from 1, Monday, to 7, Sunday, in the language of now. */
export const weekdayName = (weekday: number): string =>
  weekdays(ownLocale()).format(MONDAY + (weekday - 1) * DAY_MS);

/** Of what no country writes in its own way; English as in Britain, without a comma before the last. */
const ownLocale = () => localeIn(language(), undefined) ?? 'en-GB';
const lists = perLocale((locale) => new Intl.ListFormat(locale));
const weekdays = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }));

export type Formats = ReturnType<typeof makeFormats>;

const KEPT_MAX = 20;
const kept = new Map<string, Formats>();

/** The formats of this school; making them takes as long as rendering a whole card, so they are made once. */
export function formatsOf({ locale: english, timezone = 'UTC', currency }: FormatOptions): Formats {
  const locale = localeIn(language(), english);
  const key = `${locale} ${timezone} ${currency}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const made = makeFormats({ locale, timezone, currency });
  kept.set(key, made);
  return made;
}

function makeFormats({ locale, timezone, currency: own }: FormatOptions & { timezone: string }) {
  const written = (options: Intl.DateTimeFormatOptions) => dateWriter(locale ?? 'en-GB', timezone, options);
  const day = written({ day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = written({ day: 'numeric', month: 'short' });
  const monthDay = written({ day: 'numeric', month: 'long' });
  const weekday = written({ dateStyle: 'full' });
  const daysInside = rangeWriter(locale ?? 'en-GB', { dateStyle: 'long' });
  const dayOfMonthInside = written({ weekday: 'short', day: 'numeric' });
  const month = written({ month: 'long', year: 'numeric' });
  const momentInside = written({ dateStyle: 'medium', timeStyle: 'short' });
  const timeInside = written({ timeStyle: 'short' });
  const clockInside = dateWriter(locale ?? 'en-GB', 'UTC', { timeStyle: 'short' });
  const sums = new Map<string, Intl.NumberFormat>();
  const exactSums = new Map<string, Intl.NumberFormat>();
  const counts = once(() => new Intl.NumberFormat(locale ?? 'en-US'));
  const shares = once(
    () => new Intl.NumberFormat(locale ?? 'en-US', { style: 'percent', maximumFractionDigits: 1 }),
  );
  const zoneOf = once(() => zoneNamer(locale ?? 'en-GB', timezone));

  function sumFormat(currency: string): Intl.NumberFormat {
    const known = sums.get(currency);
    if (known) return known;
    const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
    const made = new Intl.NumberFormat(locale ?? 'en-US', options);
    sums.set(currency, made);
    return made;
  }

  function exactSumFormat(currency: string): Intl.NumberFormat {
    const made =
      exactSums.get(currency) ?? new Intl.NumberFormat(locale ?? 'en-US', { style: 'currency', currency });
    exactSums.set(currency, made);
    return made;
  }

  return {
    /** `6 November 2026`. */
    day,
    /** `6 Nov`, where there is little room. */
    shortDay,
    /** `6 November`, where the year is known. */
    monthDay,
    /** From one calendar day to another, `2 – 8 November 2026`. */
    days: daysInside,
    /** `Friday, 6 November 2026`. */
    weekday,
    /** `Fri 6`, where the month is said beside it; without German’s comma, so that several read as a list. */
    dayOfMonth: (when: When): string => dayOfMonthInside(when).replace(',', ''),
    /** `November 2026`. */
    month,
    /** `6 Nov 2026, 14:05`. */
    moment: momentInside,
    /** `14:05`. */
    time: timeInside,
    /** A wall time, `16:00`, as the school writes it. */
    clock: (time: string) => clockInside(`1970-01-01T${time}Z`),
    /** From one moment to another, `14:05–14:50`. */
    hours: (from: When, to: When) => `${timeInside(from)}–${timeInside(to)}`,
    /** The name of the school's time zone at a moment, such as `WET` or `GMT+5:30`. */
    zone: (when: When) => zoneOf()(new Date(when)),
    /** An amount in currency units, `$1,440` or `€59.50`; in the school's currency unless told. */
    money: (amount: number, currency = own) => numberIn(sumFormat(currency), amount),
    /** The same with its cents, as columns of sums have them, `€60.00`. */
    exactMoney: (amount: number, currency = own) => numberIn(exactSumFormat(currency), amount),
    /** A share of one, `19%`. */
    percent: (share: number) => numberIn(shares(), share),
    list: listOf,
    /** A whole number, `1,440`. */
    count: (number: number) => numberIn(counts(), number),
  };
}

/**
 * A number as text. What groups digits in the French of Switzerland differs between Node and Chromium, so
 * French has the space that it has elsewhere.
 */
function numberIn(format: Intl.NumberFormat, number: number): string {
  if (!format.resolvedOptions().locale.startsWith('fr')) return format.format(number);
  const parts = format.formatToParts(number);
  return parts.map(({ type, value }) => (type === 'group' ? '\u202f' : value)).join('');
}

/** The time zone of the machine that runs this: in a browser, the reader's. */
export const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Made once for each locale of a language. */
function perLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const known = new Map<string, T>();
  return (locale) => {
    const made = known.get(locale) ?? make(locale);
    known.set(locale, made);
    return made;
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function dateWriter(locale: string, timezone: string, options: Intl.DateTimeFormatOptions) {
  const inZone = once(() => inKnownZone(locale, { ...options, timeZone: timezone }));
  const ofDay = once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
  const isFrench = locale.startsWith('fr');
  return (when: When): string => {
    const format = isCalendarDay(when) ? ofDay() : inZone();
    const date = new Date(when);
    const written = isFrench ? inFrench(format.formatToParts(date)) : format.format(date);
    // Before "PM" Node puts a narrow no-break space and Chromium a plain one: the page must be the same from
    // both.
    return written.replaceAll('\u202f', ' ');
  };
}

function rangeWriter(locale: string, options: Intl.DateTimeFormatOptions) {
  const format = once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
  const isFrench = locale.startsWith('fr');
  // Around the dash some have thin spaces and some plain ones.
  return (from: string, to: string): string => {
    const [first, last] = [new Date(from), new Date(to)];
    const written = isFrench
      ? inFrench(format().formatRangeToParts(first, last))
      : format().formatRange(first, last);
    return written.replaceAll(/[\u2009\u202f]/g, ' ');
  };
}

/** French says the first of a month as an ordinal, which no format of `Intl` does: `1er décembre`. */
const inFrench = (parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('');

const isCalendarDay = (when: When) => typeof when === 'string' && !when.includes('T');

/** Falls back to UTC in a browser that is older than its time zone: a page is worth more than its hours. */
function inKnownZone(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, options);
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  }
}

function zoneNamer(locale: string, timeZone: string) {
  const format = inKnownZone(locale, { timeZone, timeZoneName: 'short' });
  // With a minus as French has it, since a line ends at a hyphen.
  return (moment: Date): string =>
    (format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('-', '−');
}

/** A number with up to two decimals, as a language writes what a field holds: `7,5`, without groups of digits. */
export const decimalIn = (language: string, number: number): string =>
  new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 2 }).format(number);

/** What stands before the decimals of a number in a country (`DE`), in the language that most speak there. */
export function decimalOf(region: string): string {
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  const parts = new Intl.NumberFormat(`${language}-${region}`).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
