import { parse, type Token } from '@messageformat/parser';
import type { Language } from './languages.ts';

/*
 * Languages made of English, as other software has them for its tests: `en-XA` is accented, bracketed and
 * longer by two fifths; `ar-XB` is English, laid out from right to left.
 */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const LONGER = 0.4;
const FILLING = ' one two three four five six seven eight nine ten eleven twelve'.repeat(6);

/** A message of the English catalogue, ICU, in a pseudo language. */
export function pseudoOf(code: Language, message: string): string {
  if (code !== 'en-XA') return message;
  const tokens = parse(message);
  const filling = FILLING.slice(0, Math.ceil(lettersIn(tokens) * LONGER));
  return `[${tokens.map(written).join('')}${accent(filling).trimEnd()}]`;
}

/** A token as ICU writes it, its words accented. */
function written(token: Token): string {
  switch (token.type) {
    case 'content':
      return token.value.replaceAll(/<[^<>]*>|[^<]+/g, (part) => (part[0] === '<' ? part : accent(part)));
    case 'octothorpe':
      return '#';
    case 'argument':
      return `{${token.arg}}`;
    case 'function':
      return `{${token.arg}, ${token.key}}`;
    default: {
      const cases = token.cases.map(({ key, tokens }) => `${key} {${tokens.map(written).join('')}}`);
      return `{${token.arg}, ${token.type}, ${cases.join(' ')}}`;
    }
  }
}

/** How many letters a message shows at most. */
const lettersIn = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => {
    if (token.type === 'content') return sum + token.value.replaceAll(/<[^<>]*>/g, '').length;
    if (!('cases' in token)) return sum;
    return sum + Math.max(...token.cases.map(({ tokens: inner }) => lettersIn(inner)));
  }, 0);

const accent = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
