import type { Language } from './languages.ts';

/*
 * Languages made of English, as tests of other software have them: `en-XA` is accented, bracketed and longer
 * by two fifths; `ar-XB` is English in a script's direction from right to left.
 */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const LONGER = 0.4;

/** What stands in a message for something else: an argument, or an element's tag. */
const MARKED =
  /\{\s*\w+\s*(?:,\s*(?:plural|selectordinal|select)\s*,(?:\s*offset:\d+)?)?|<\/?\w+\/?>|[\w=]+\s*\{|[{}]/g;

/** A message of the English catalogue, ICU, in a pseudo language. */
export function pseudoOf(code: Language, message: string): string {
  if (code !== 'en-XA') return message;
  let end = 0;
  let written = '';
  for (const { 0: mark, index } of message.matchAll(MARKED)) {
    written += accent(message.slice(end, index)) + mark;
    end = index + mark.length;
  }
  written += accent(message.slice(end));
  const filling = 'one two three four five six seven eight nine ten eleven twelve'.slice(
    0,
    Math.ceil(message.replaceAll(MARKED, '').length * LONGER),
  );
  return `[${written} ${accent(filling).trim()}]`;
}

const accent = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
