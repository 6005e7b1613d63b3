import { createElement, Fragment, type ReactNode } from 'react';
import { type MessageId, t, type ValuesOf } from '#languages/t.ts';

/** What writes an element of a message around its words, or what stands in place of an argument. */
type Parts<Values> = {
  [Name in keyof Values]: Values[Name] extends string | number
    ? Values[Name] | ReactNode
    : (words: ReactNode) => ReactNode;
};

const AT = '\u0001';
const NO_TEXT = new RegExp(`[<${AT}]`);
const PIECES = new RegExp(`(</?\\w+>|${AT}\\w+${AT})`);

/**
 * A message with elements in it: each `<tag>` of the message is written by the function of that name. What is
 * given for an argument is never read as a tag, and may be an element too.
 */
export const rich = <Id extends MessageId>(id: Id, parts: Parts<ValuesOf<Id>>): ReactNode =>
  elementsOf((values) => (t as (id: string, values: object) => string)(id, values), parts);

/** The same for what `write` makes of its values. */
export function elementsOf(write: (values: object) => string, parts: object): ReactNode {
  // A message may choose by what is given: it gets that itself, wherever it cannot be read as a tag.
  const isSafe = (part: unknown) =>
    typeof part === 'number' || (typeof part === 'string' && !NO_TEXT.test(part));
  const values = Object.entries(parts).map(([name, part]) => [name, isSafe(part) ? part : AT + name + AT]);
  const pieces = write(Object.fromEntries(values)).split(PIECES).values();
  return read(pieces, parts as Record<string, unknown>);
}

/** Reads pieces up to the closing tag that ends them. */
function read(pieces: Iterator<string>, parts: Record<string, unknown>): ReactNode {
  const found: ReactNode[] = [];
  for (let { value, done } = pieces.next(); !done; { value, done } = pieces.next()) {
    if (value.startsWith('</')) break;
    const tag = /^<(\w+)>$/.exec(value)?.[1];
    const name = value.startsWith(AT) ? value.slice(1, -1) : undefined;
    if (tag) found.push((parts[tag] as (words: ReactNode) => ReactNode)(read(pieces, parts)));
    else if (name) found.push(parts[name] as ReactNode);
    else if (value) found.push(value);
  }
  return createElement(Fragment, null, ...found);
}
