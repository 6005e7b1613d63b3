import { SHIPPED } from '#languages/languages.ts';

/** What people write for a country beside its names and its code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  england: 'GB',
  'great britain': 'GB',
  'hong kong': 'HK',
  'northern ireland': 'GB',
  scotland: 'GB',
  'the netherlands': 'NL',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  wales: 'GB',
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** What Unicode gives a name that is no country (CLDR, "unknown or invalid", private use, groups). */
const NO_COUNTRY = /^(E[UZ]|UN|X.|ZZ|Q.)$/;

/** Codes of ISO 3166 by the countries' names in the languages of the pages, in lower case. */
function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  const known = codes.filter((code) => !NO_COUNTRY.test(code) && names.of(code) !== undefined);
  // Of a code that was withdrawn and the one of today, which has the same name, today's is its own canonical
  // form.
  const current = known.filter((code) => new Intl.Locale(`en-${code}`).region === code);
  return new Map(
    Object.keys(SHIPPED).flatMap((language) => {
      const own = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
      return current.map((code): [string, string] => [own.of(code)?.toLowerCase() ?? '', code]);
    }),
  );
}

let byName: Map<string, string> | undefined;

/**
 * English as a country writes dates and money, by its code or a name of it; undefined where neither is
 * known.
 */
export function localeOf(country: string | undefined): string | undefined {
  if (!country) return undefined;
  byName ??= codesByName();
  const name = country.trim().toLowerCase();
  const isCode = [...byName.values()].includes(name.toUpperCase());
  const code = isCode ? name.toUpperCase() : (byName.get(name) ?? OTHER_NAMES[name]);
  return code && `en-${code}`;
}
