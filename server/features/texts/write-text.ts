import { isDeepStrictEqual } from 'node:util';
import { TEXT_TITLES, type TextSlug } from '#contract/texts/calls.ts';
import {
  byLanguage,
  keepLanguage,
  rewrite,
  type WordsByLanguage,
  type Written,
  wordsIn,
  writtenIn,
} from '#contract/translations.ts';
import type { Shipped } from '#languages/languages.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findText, insertText, lockText, updateTranslations, writtenOf } from './queries.ts';

type Words = { markdown: string };

const isEmpty = ({ markdown }: Words) => markdown === '';
const isSame = (one: Words, other: Words) => one.markdown === other.markdown;

/**
 * Writes a text anew and gives its version then: the same where it says that already. Languages that are not
 * named stay as they are. A translation into a language that a version did not have is added to it: the words
 * that people agreed to are unchanged, so they are not asked again. Any other change makes the next version.
 * Throws `changed-meanwhile` where `version` is no longer the latest, or `was` not what a translation says;
 * of two who write at once the key lets one.
 */
export async function writeText(
  db: Db,
  change: Written<Words> & {
    slug: TextSlug;
    version: number;
    was?: WordsByLanguage<Words> | undefined;
    /** Those of the school. */
    languages: readonly Shipped[];
    author: Exclude<Actor, null>;
    now: number;
  },
): Promise<number> {
  const { slug, version, was = {}, languages, author, now, markdown, language, translations = {} } = change;
  return transact(db, async (tx) => {
    await lockText(tx, slug);
    const latest = await findText(tx, slug);
    ensure(version === (latest?.version ?? 0), 'changed-meanwhile');
    const before = latest ? writtenOf(latest) : { markdown: '' };
    const known = byLanguage(before, languages);
    ensure(isAsRead(known, was), 'changed-meanwhile');
    const named = {
      markdown,
      language: language ?? wordsIn(before, undefined, languages).language,
      translations,
    };
    // A page that is taken down says nothing in any language.
    const after: Written<Words> & { language: Shipped } = isEmpty(named)
      ? { markdown, language: named.language }
      : keepLanguage(before, rewrite(known, named, isEmpty), { languages, isSame });
    const next = {
      ...{ slug, version: version + 1, markdown, language: after.language },
      ...{ translations: toJson(after.translations), authorid: author._id, updatedat: now },
    };
    const [spoken, speaks] = [filledOf(known), filledOf(byLanguage(after, languages))];
    const isAsShown = isEmpty(before) === isEmpty(after);
    if (isAsShown && isDeepStrictEqual(spoken, speaks)) return version;
    const isAddition = isAsShown && !isEmpty(before) && isDeepStrictEqual({ ...speaks, ...spoken }, speaks);
    if (isAddition) {
      const own = writtenIn(before, languages);
      const { [own]: _, ...others } = speaks;
      const language = before.language ?? own;
      await updateTranslations(tx, { slug, version, language, translations: toJson(others) });
    } else ensure(await insertText(tx, next), 'changed-meanwhile');
    const subject = { about: 'school' as const, subjectid: slug, subjectname: TEXT_TITLES[slug] };
    await insertChange(tx, { ...subject, action: 'updated', note: 'text', actor: author, now });
    return isAddition ? version : next.version;
  });
}

const toJson = (translations: WordsByLanguage<Words> | undefined) =>
  translations ? JSON.stringify(translations) : null;

/** The languages in which something is said. */
const filledOf = (words: WordsByLanguage<Words>): WordsByLanguage<Words> =>
  Object.fromEntries(Object.entries(words).filter(([, said]) => said && !isEmpty(said)));

/** Whether translations are as the caller has read them. */
const isAsRead = (known: WordsByLanguage<Words>, was: WordsByLanguage<Words>) =>
  (Object.keys(was) as Shipped[]).every((code) => was[code]?.markdown === (known[code]?.markdown ?? ''));
