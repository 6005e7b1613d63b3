import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { SHIPPED, type Shipped } from '#languages/languages.ts';

/** A language's messages by id (ICU MessageFormat), with notes for translators below `@id`, as ARB has them. */
export type Catalogue = Readonly<Record<string, string>>;
type Note = { description: string };

export const ROOT = join(import.meta.dirname, '..', '..');
export const LANGUAGES = Object.keys(SHIPPED) as Shipped[];
export const fileOf = (language: Shipped): string => join(ROOT, 'languages', `${language}.json`);

/** What a file holds: messages and notes. */
export const readFile = (language: Shipped): Record<string, string | Note> =>
  JSON.parse(readFileSync(fileOf(language), 'utf8'));

const rankOf = (key: string) => key.replace(/^@(.*)/, '$1\u0001');

/** A file with these messages and notes, in their order. */
export function writtenOf(entries: Readonly<Record<string, string | Note>>): string {
  const sorted = Object.entries(entries).sort(([one], [other]) => (rankOf(one) < rankOf(other) ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

export const readCatalogue = (language: Shipped): Catalogue =>
  Object.fromEntries(Object.entries(readFile(language)).filter(isMessage));

const isMessage = (entry: [string, string | Note]): entry is [string, string] => !entry[0].startsWith('@');

/** What a message takes for an argument: a number where it counts, text, or what writes an element. */
export type Kind = 'number' | 'text' | 'tag';

const OPEN_TAG = /<(\w+)\/?>/g;

/** The arguments of a message, by name. Throws where it is no ICU MessageFormat. */
export function argumentsOf(message: string): Map<string, Kind> {
  const found = new Map<string, Kind>();
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'content')
        for (const [, tag = ''] of token.value.matchAll(OPEN_TAG)) found.set(tag, 'tag');
      else if (token.type === 'argument') found.set(token.arg, found.get(token.arg) ?? 'text');
      else if (token.type === 'function') found.set(token.arg, 'number');
      else if (token.type !== 'octothorpe') {
        found.set(token.arg, token.type === 'select' ? (found.get(token.arg) ?? 'text') : 'number');
        for (const { tokens: inner } of token.cases) walk(inner);
      }
    }
  };
  walk(parse(message));
  return found;
}
