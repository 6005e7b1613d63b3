import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Language, PSEUDO } from '#languages/languages.ts';
import { type Catalogue, fileOf, LANGUAGES, readCatalogue } from './catalogue.ts';
import { expressionsOf } from './compile.ts';

/*
 * How a page's scripts come to carry the messages of one language alone: while Vite builds, each id is marked;
 * then every script is written once for each language, with the message in the place of the mark.
 */

/** A text that is an id, whole. */
const ID = /(['"])([a-z][a-z\d]*(?:\.\w+)+)\1/g;
const MARK = /(["'`])@@([a-z][\w.]*)@@\1/g;
const SCRIPT = /\/assets\/([\w.-]+\.js)/g;
const USES = /#languages\/|#web\/lib\/rich\.ts/;
/** Forms name messages in their rules. */
const FORM = /\/contract\/.*form\.ts$/;

/** Marks ids in the modules of browsers. While the pages are being written it places all languages at once. */
export const markMessages = (): Plugin => {
  let isServing = false;
  let english: Catalogue = {};
  return {
    name: 'mark-messages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: ({ command }) => {
      isServing = command === 'serve';
    },
    buildStart() {
      english = readCatalogue('en');
    },
    transform(code, path) {
      if (path.includes('node_modules') || !(USES.test(code) || FORM.test(path))) return;
      if (isServing) {
        // A changed word is shown by the open page.
        for (const language of LANGUAGES) this.addWatchFile(fileOf(language));
        english = readCatalogue('en');
      }
      const place = isServing ? placeAll() : (id: string) => `'@@${id}@@'`;
      return {
        code: code.replaceAll(ID, (text, _, id: string) => (Object.hasOwn(english, id) ? place(id) : text)),
        map: null,
      };
    },
  };
};

/** A message in all languages, by their codes. */
function placeAll(): (id: string) => string {
  const languages = [...LANGUAGES, ...(Object.keys(PSEUDO) as Language[])].map(
    (language) => [language, expressionsOf(language)] as const,
  );
  return (id) => `{${languages.map(([code, of]) => `'${code}':${of(id)}`).join()}}`;
}

/**
 * Writes the scripts of a folder once for each language, into folders named for it and for its messages, and
 * removes the marked ones. Gives the names of the folders by language.
 */
export function writeLanguages(assets: string): Record<Language, string> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const marked = scripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')] as const);
  const languages = [...LANGUAGES, ...(Object.keys(PSEUDO) as Language[])];
  const folders = languages.map((language) => [language, writeLanguage(assets, language, marked)] as const);
  for (const name of scripts) rmSync(join(assets, name));
  return Object.fromEntries(folders) as Record<Language, string>;
}

function writeLanguage(assets: string, language: Language, marked: readonly (readonly [string, string])[]) {
  const expressionOf = expressionsOf(language);
  const placed = marked.map(
    ([name, code]) => [name, code.replaceAll(MARK, (_, __, id: string) => expressionOf(id))] as const,
  );
  const hash = createHash('sha256');
  for (const [, code] of placed) hash.update(code);
  const folder = `${language}-${hash.digest('base64url').slice(0, 8)}`;
  mkdirSync(join(assets, folder), { recursive: true });
  for (const [name, code] of placed)
    writeFileSync(join(assets, folder, name), code.replace(SCRIPT, `/assets/${folder}/$1`));
  return folder;
}
