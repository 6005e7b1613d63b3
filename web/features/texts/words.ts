import type { Text } from '#contract/texts/calls.ts';
import { byLanguage, defaultOf } from '#contract/translations.ts';
import type { Shipped } from '#languages/languages.ts';

/** Markdown by language. */
export type Words = { [L in Shipped]?: string };

/** A text as an admin writes it on. */
export type WrittenText = Pick<Text, 'slug' | 'markdown' | 'version'> &
  Partial<Pick<Text, 'updatedat' | 'language' | 'translations'>>;

type Languages = readonly Shipped[];
type Fields = Readonly<Record<string, string>>;

/** What a text says in each language; nothing in those in which it was never written. */
export function wordsOf({ markdown, language, translations }: WrittenText, languages: Languages): Words {
  const written = byLanguage({ markdown, language, translations }, languages);
  return Object.fromEntries(Object.entries(written).map(([code, words]) => [code, words?.markdown ?? '']));
}

/** The languages in which two texts say something else; white space around them says nothing. */
export const changedIn = (before: Words, after: Words, languages: Languages): Shipped[] =>
  languages.filter((code) => (before[code] ?? '').trim() !== (after[code] ?? '').trim());

const pick = (words: Words, codes: Languages): Words =>
  Object.fromEntries(codes.map((code) => [code, words[code] ?? '']));

/** What the text says now, with what was typed over what it said before. */
export const carryOver = (before: Words, typed: Words, now: Words, languages: Languages): Words => ({
  ...now,
  ...pick(typed, changedIn(before, typed, languages)),
});

const fieldOf = (code: string) => `markdown.${code}`;

const fieldsOf = (words: Words): Fields =>
  Object.fromEntries(Object.entries(words).map(([code, markdown]) => [fieldOf(code), markdown]));

/**
 * What is kept of what is typed: the languages that were edited alone, since what is kept of the others would
 * come back over what another admin has saved in them since.
 */
export function draftOf(said: Words, typed: Words, languages: Languages) {
  const edited = changedIn(said, typed, languages);
  return { initial: fieldsOf(pick(said, edited)), fields: fieldsOf(pick(typed, edited)) };
}

/** The words in a draft; one that names no language was kept by a school that had one. */
export const wordsKept = (fields: Fields = {}, languages: Languages): Words =>
  Object.fromEntries(
    languages.flatMap((code) => {
      const kept = fields[fieldOf(code)] ?? (code === defaultOf(languages) ? fields.markdown : undefined);
      return kept === undefined ? [] : [[code, kept]];
    }),
  );

/**
 * What is sent: the text in the default language, or in the first that it is written in, and the translations
 * that were edited, with what was read of them.
 */
export function writingOf(said: Words, typed: Words, languages: Languages) {
  const language = languages.find((code) => typed[code]?.trim()) ?? defaultOf(languages);
  const edited = changedIn(said, typed, languages).filter((code) => code !== language);
  const take = (words: Words) =>
    Object.fromEntries(edited.map((code) => [code, { markdown: words[code] ?? '' }]));
  return {
    markdown: typed[language] ?? '',
    ...(languages.length > 1 && { language, translations: take(typed), was: take(said) }),
  };
}
