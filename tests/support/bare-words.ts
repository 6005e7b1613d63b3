import { CLASS_GROUPS, CLASS_LEVELS } from '#contract/classes/calls.ts';
import { ROLES } from '#contract/users/calls.ts';
import { WEBHOOK_EVENTS } from '#contract/webhooks/calls.ts';
import { SHIPPED } from '#languages/languages.ts';

/*
 * Finds words of the pseudo language that no message wrote. All that a message writes is accented, so what is
 * left in plain letters is what the school's rows say, a date, or a fault.
 */

/** Plain words beside each other; a part of an accented one is none. */
const PLAIN_RUN = /(?<![\p{L}])[A-Za-z]{2,}(?:[ ’'-]+[A-Za-z]{2,})*(?![\p{L}])/gu;
const ADDRESS =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{8}-[\dA-F]{8}|\S*@\S*|[\d.]+:\d+\/\S+|https?:\/\/\S+|(?<!\w)\/[\w/.-]+|\b[\w.-]+\.(?:example|csv|ics|pdf|ts|md)\b/g;

/** Values of the wire, which a page names in words of its own. */
const WIRE = new Set([...CLASS_LEVELS, ...CLASS_GROUPS, ...ROLES].map((value) => value.toLowerCase()));

/** What `Intl` writes of a date or a sum in English, which a pseudo language is for it. */
function dateWords(): Set<string> {
  // `Intl.ListFormat` writes the first.
  const words = [
    'and',
    'am',
    'pm',
    'at',
    'utc',
    'gmt',
    'eur',
    'usd',
    'wet',
    'west',
    'cet',
    'cest',
    'est',
    'edt',
  ];
  for (let month = 0; month < 12; month++)
    for (const style of ['long', 'short'] as const)
      words.push(new Date(2026, month, 1 + month).toLocaleDateString('en-GB', { month: style }));
  for (let day = 1; day <= 7; day++)
    for (const style of ['long', 'short'] as const)
      words.push(new Date(2026, 10, day).toLocaleDateString('en-GB', { weekday: style }));
  return new Set(words.map((word) => word.toLowerCase()));
}
const DATES = dateWords();

/** Names that are the same in each language, or that `Intl` has: of services, languages, currencies, events. */
function ownNames(): string[] {
  const currencies = Intl.supportedValuesOf('currency');
  const names = new Intl.DisplayNames('en', { type: 'currency' });
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => zone.replaceAll('_', ' '));
  const services = [
    'Google',
    'GitHub',
    'Apple',
    'Outlook',
    'Stripe',
    'Chrome',
    'Firefox',
    'Linux',
    'macOS',
    'Windows',
    'Visa',
    'Markdown',
  ];
  return [
    ...currencies,
    ...currencies.map((code) => names.of(code) ?? code),
    ...zones,
    ...services,
    ...WEBHOOK_EVENTS,
    ...Object.values(SHIPPED),
    ...Object.keys(SHIPPED).map((code) => code.toUpperCase()),
    'Cadenza',
  ];
}

/** A text without marks and with one kind of blank and of quote: Markdown makes others of those that were typed. */
const plainOf = (text: string) =>
  text
    .replaceAll(/[*_#]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[“”„«»"‘’]/g, "'")
    .trim();

/** What the values of a school's rows say: each by itself, the longest first, part by part, and all. */
export type Words = { values: readonly string[]; said: ReadonlySet<string>; all: string };

export function wordsOf(given: readonly string[]): Words {
  const own = [...given, ...ownNames()];
  const parts = own.flatMap((value) => [value, ...value.split(/[\n"@]|, | · |: /)]);
  const values = new Set(own.map((value) => value.trim().replace(/\.$/, '')));
  return {
    values: [...values]
      .filter((value) => value.length > 2)
      .toSorted((one, other) => other.length - one.length),
    said: new Set(parts.map(plainOf).filter(Boolean)),
    all: own.map(plainOf).join('\n').toLowerCase(),
  };
}

/** Those of the values that stand in some text, of a page or a mail. */
export const wordsIn = (text: string, { values, ...words }: Words): Words => ({
  ...words,
  values: values.filter((value) => text.includes(value)),
});

/** A text without what rows say, unless that is a part of another word. */
const withoutOwn = (text: string, values: readonly string[]) =>
  values.reduce((rest, value) => {
    const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    return rest.replaceAll(new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'gu'), ' ');
  }, text);

/** Whether words are what rows say, one beside the other: a first name and a last one. */
const areSaid = (words: readonly string[], said: ReadonlySet<string>): boolean =>
  words.length === 0 ||
  words.some((_, at) => said.has(words.slice(0, at + 1).join(' ')) && areSaid(words.slice(at + 1), said));

/** The runs of plain words in a text that neither the school's rows nor a date account for. */
export function bareWordsIn(text: string, { values, said, all }: Words): string[] {
  // The initials of an account without a picture.
  if (/^\p{Lu}{1,2}$/u.test(text)) return [];
  const plain = plainOf(text);
  if (said.has(plain) && !WIRE.has(plain.toLowerCase())) return [];
  // Prose of a row, sentence by sentence.
  const isProse = text.length > 60 && !text.startsWith('[');
  const sentences = plain.toLowerCase().split(/[.!?;:…]+(?:\s|$)/);
  if (isProse && sentences.every((sentence) => all.includes(sentence.trim()))) return [];
  const runs = withoutOwn(text.replaceAll(ADDRESS, ' '), values).match(PLAIN_RUN) ?? [];
  return runs.filter((run) => {
    if (WIRE.has(run.toLowerCase())) return true;
    const words = plainOf(run)
      .split(' ')
      .filter((word) => !DATES.has(word.toLowerCase()));
    return !areSaid(words, said);
  });
}
