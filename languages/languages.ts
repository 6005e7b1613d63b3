/*
 * The languages that the school's pages, mails and prints are written in. A language is a file beside this
 * one, and a line here.
 */

/** By their code (BCP 47), each with its own name. */
export const SHIPPED = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
} as const;

/**
 * Made of English for tests and the demo alone: accented and longer, to find what is not in the catalogue and
 * what does not fit, and from right to left.
 */
export const PSEUDO = { 'en-XA': 'Éñĝļîšĥ', 'ar-XB': 'Right to left' } as const;

export type Shipped = keyof typeof SHIPPED;
/** The code of a language, `de`. */
export type Language = Shipped | keyof typeof PSEUDO;

/** The language of everything that is not asked for in another, logs and documentation among it. */
export const ENGLISH = 'en' satisfies Language;

export const isShipped = (code: string): code is Shipped => Object.hasOwn(SHIPPED, code);
export const isLanguage = (code: string): code is Language => isShipped(code) || Object.hasOwn(PSEUDO, code);

/** A language's own name, as a switch offers it. */
export const nameOf = (language: Language): string => ({ ...SHIPPED, ...PSEUDO })[language];

/**
 * A language as it is written in the country of `english`: `de-IE` for `en-IE`. Undefined for English where
 * no country is known; the languages for tests count as English.
 */
export function localeIn(code: Language, english: string | undefined): string | undefined {
  if (code === ENGLISH || !isShipped(code)) return english;
  const { region } = new Intl.Locale(english ?? ENGLISH);
  return region ? `${code}-${region}` : code;
}

const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The direction of a language's script, as the `dir` of HTML names it. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
