import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MessageFormat, { type MessageFunction } from '@messageformat/core';
import { ENGLISH, isShipped, type Language, type Shipped } from './languages.ts';
import type { Arguments, MessageId } from './message-types.ts';
import { pseudoOf } from './pseudo.ts';

export type { MessageId, PlainId, ValuesOf } from './message-types.ts';

/*
 * Messages where a program runs that knows all languages: the server and what it renders. A browser has
 * t.browser.ts in place of it (package.json, "imports"), and a page's scripts carry its language's messages.
 */

type Catalogue = Readonly<Record<string, string>>;
type Compiled = string | MessageFunction<'string'>;

const catalogues = new Map<Shipped, Catalogue>();

/**
 * Read when a language is first used, from the file beside this one, of which the builds have a copy: as
 * part of a script its text and the plan of its object stay in memory, too.
 */
function catalogueOf(code: Shipped): Catalogue {
  const known = catalogues.get(code);
  if (known) return known;
  const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, `${code}.json`), 'utf8'));
  catalogues.set(code, catalogue);
  return catalogue;
}

/** What is known of each message of a language: compiled when it is first used. */
const known = new Map<string, Map<string, Compiled>>();
const current = new AsyncLocalStorage<Language>();

/** The language of now: of the request, the page or the mail; English outside of all. */
export const language = (): Language => current.getStore() ?? ENGLISH;

/** Runs `work`, and whatever it waits for, in a language. */
export const withLanguage = <Result>(code: Language, work: () => Result): Result => current.run(code, work);

/**
 * The message of an id in the language of now, with its arguments. A message that a language lacks is given
 * in English.
 */
export function t<Id extends MessageId>(id: Id, ...[values]: Arguments<Id>): string {
  const message = messageOf(language(), id);
  return typeof message === 'string' ? message : message((values ?? {}) as Record<string, unknown>);
}

/** Whether there is such a message, which an id that another version wrote need not be. */
export const isMessageId = (id: string): id is MessageId => Object.hasOwn(catalogueOf(ENGLISH), id);

function messageOf(code: Language, id: string): Compiled {
  const messages = known.get(code) ?? new Map<string, Compiled>();
  known.set(code, messages);
  const message = messages.get(id) ?? compile(code, id);
  messages.set(id, message);
  return message;
}

function compile(code: Language, id: string): Compiled {
  const english = catalogueOf(ENGLISH)[id] ?? id;
  const own = isShipped(code) ? catalogueOf(code)[id] : pseudoOf(code, english);
  const text = own ?? english;
  const locale = own !== undefined && isShipped(code) ? code : ENGLISH;
  return text.includes('{') ? new MessageFormat(locale).compile(text) : text;
}
