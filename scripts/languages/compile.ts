import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { minifySync } from 'vite';
import { ENGLISH, isShipped, type Language } from '#languages/languages.ts';
import { pseudoOf } from '#languages/pseudo.ts';
import { readCatalogue } from './catalogue.ts';

/** What `compileModule` writes for one message. */
const BODY = /export default \{\n {2}message: \(d?\) => ([\s\S]*)\n\}\s*$/;
const CARDINAL = /import \{ (\w+) \} from "@messageformat\/runtime\/lib\/cardinals"/;

/**
 * Gives a message of a language as an expression of JavaScript: text, or a function of its arguments and of
 * what languages/t.browser.ts hands to it. English where the language lacks the message.
 */
export function expressionsOf(language: Language): (id: string) => string {
  const english = readCatalogue(ENGLISH);
  const own = isShipped(language) ? readCatalogue(language) : undefined;
  const formatOf = (code: string) => new MessageFormat(code);
  const [ownFormat, englishFormat] = [formatOf(own ? language : ENGLISH), formatOf(ENGLISH)];
  return (id) => {
    const message = own ? own[id] : pseudoOf(language, english[id] ?? id);
    return message === undefined
      ? expressionOf(englishFormat, english[id] ?? id)
      : expressionOf(ownFormat, message);
  };
}

function expressionOf(format: MessageFormat, message: string): string {
  if (!message.includes('{')) return JSON.stringify(message);
  const written = compileModule(format, { message });
  const body = BODY.exec(written)?.[1];
  if (body === undefined) throw new Error(`Cannot read the compiled message: ${written}`);
  // What only a few need stands last, and is left out by the others.
  const tools = ['plural', CARDINAL.exec(written)?.[1] ?? 'cardinal', 'number', 'select'];
  const used = tools.findLastIndex((tool) => new RegExp(`\\b${tool}\\b`).test(body)) + 1;
  const { code } = minifySync('message.js', `export default (${['d', ...tools.slice(0, used)]}) => ${body}`);
  return `(${code.replace(/^export default\s*|;\s*$/g, '')})`;
}
