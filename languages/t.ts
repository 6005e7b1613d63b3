import { AsyncLocalStorage } from 'node:async_hooks';
import MessageFormat, { type MessageFunction } from '@messageformat/core';
import { ENGLISH, isShipped, type Language, SHIPPED, type Shipped } from './languages.ts';
import type { Arguments, MessageId } from './message-types.ts';
import { pseudoOf } from './pseudo.ts';

export type { MessageId, PlainId, ValuesOf } from './message-types.ts';

/*
 * Messages where a program runs that knows all languages: the server and what it renders. A browser has
 * t.browser.ts in place of it (package.json, "imports"), and a page's scripts carry its language's messages.
 */

type Catalogue = Readonly<Record<string, string>>;
type Compiled = string | MessageFunction<'string'>;

const read = async (code: string): Promise<Catalogue> =>
  // Vite wants a folder that is named.
  (await import(`../languages/${code}.json`, { with: { type: 'json' } })).default;

const catalogues = Object.fromEntries(
  await Promise.all(Object.keys(SHIPPED).map(async (code) => [code, await read(code)])),
) as Record<Shipped, Catalogue>;

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
export const isMessageId = (id: string): id is MessageId => Object.hasOwn(catalogues.en, id);

function messageOf(code: Language, id: string): Compiled {
  const messages = known.get(code) ?? new Map<string, Compiled>();
  known.set(code, messages);
  const message = messages.get(id) ?? compile(code, id);
  messages.set(id, message);
  return message;
}

function compile(code: Language, id: string): Compiled {
  const english = catalogues.en[id] ?? id;
  const [text, locale] = isShipped(code)
    ? [catalogues[code][id] ?? english, catalogues[code][id] === undefined ? ENGLISH : code]
    : [pseudoOf(code, english), ENGLISH];
  return text.includes('{') ? new MessageFormat(locale).compile(text) : text;
}
