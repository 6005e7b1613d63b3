import { ENGLISH, type Shipped } from '#languages/languages.ts';

/** Words by the code of their language. */
export type WordsByLanguage<W> = { [L in Shipped]?: W | undefined };

/**
 * Words that the school writes in one language, which `language` names, and their translations. Where none is
 * named they were written in the school's default.
 */
export type Written<W> = W & {
  language?: Shipped | undefined;
  translations?: WordsByLanguage<W> | undefined;
};

type Languages = readonly Shipped[];

/** The language that a school speaks where nobody has asked for another. */
export const defaultOf = (languages: Languages): Shipped => languages[0] ?? ENGLISH;

/**
 * The language of words that have translations: the one that they name, or else the default, also where the
 * school has given up the one that they name and has nothing else to show in its default.
 */
export function writtenIn(
  { language, translations }: Pick<Written<unknown>, 'language' | 'translations'>,
  languages: Languages,
): Shipped {
  const first = defaultOf(languages);
  const isKept = language && (languages.includes(language) || translations?.[first] !== undefined);
  return isKept ? language : first;
}

/** Unchanged words keep the language that they name, also after the school has given it up. */
export function keepLanguage<W extends object>(
  before: Written<W>,
  after: Written<W> & { language: Shipped },
  { languages, isSame }: { languages: Languages; isSame: (before: W, after: W) => boolean },
): Written<W> & { language: Shipped } {
  const named = before.language;
  const isShownAs = after.language === writtenIn(before, languages);
  if (!named || !isShownAs || after.translations?.[named] || !isSame(before, after)) return after;
  return { ...after, language: named };
}

/** What is written in each language. */
export function byLanguage<W extends object>(written: Written<W>, languages: Languages): WordsByLanguage<W> {
  const { language: _, translations, ...words } = written;
  return { ...translations, [writtenIn(written, languages)]: words as unknown as W };
}

/** What a reader of a language is shown, and in which: in theirs, in the default, or as it was first written. */
export function wordsIn<W extends object>(
  written: Written<W>,
  language: Shipped | undefined,
  languages: Languages,
): { language: Shipped; words: W } {
  const own = writtenIn(written, languages);
  const words = byLanguage(written, languages);
  const wanted = language && languages.includes(language) ? [language] : [];
  const shown = [...wanted, defaultOf(languages)].find((one) => words[one] !== undefined) ?? own;
  return { language: shown, words: words[shown] as W };
}

/** Words after a change that names some of their languages: those in others stay, what is empty goes. */
export function rewrite<W extends object>(
  known: WordsByLanguage<W>,
  change: Written<W> & { language: Shipped },
  isEmpty: (words: W) => boolean,
): Written<W> & { language: Shipped } {
  const { language, translations = {}, ...words } = change;
  const others = Object.entries<W | undefined>({ ...known, ...translations }).filter(
    ([code, said]) => code !== language && said && !isEmpty(said),
  );
  return {
    ...(words as unknown as W),
    language,
    ...(others.length > 0 && { translations: Object.fromEntries(others) }),
  };
}
