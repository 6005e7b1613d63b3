import { number, plural, select } from '@messageformat/runtime';
import type { Language } from './languages.ts';
import type { Arguments, MessageId } from './message-types.ts';

export type { MessageId, PlainId, ValuesOf } from './message-types.ts';

/*
 * Messages in a browser. A page's scripts carry the messages of its language in the place of their ids
 * (scripts/languages/mark-messages.ts): text, or a function of the arguments and of what forms plurals and
 * numbers.
 */

type Count = (value: number, isOrdinal?: boolean) => string;
type Formed = (values: object, ...tools: [typeof plural, Count, typeof number, typeof select]) => string;
type Placed = string | Formed;

/** The page's language. */
export const language = (): Language => document.documentElement.lang as Language;

/** A page has one language; only what renders pages has others. */
export const withLanguage = <Result>(_: Language, work: () => Result): Result => work();

const rules = new Map<boolean, Intl.PluralRules>();
const count: Count = (value, isOrdinal = false) => {
  let rule = rules.get(isOrdinal);
  if (!rule) {
    rule = new Intl.PluralRules(language(), { type: isOrdinal ? 'ordinal' : 'cardinal' });
    rules.set(isOrdinal, rule);
  }
  return rule.select(value);
};

/** The message of an id, with its arguments. */
export function t<Id extends MessageId>(id: Id, ...[values]: Arguments<Id>): string {
  const placed = (import.meta.env.DEV ? (id as unknown as Record<string, Placed>)[language()] : id) as Placed;
  return typeof placed === 'string' ? placed : placed(values ?? {}, plural, count, number, select);
}
