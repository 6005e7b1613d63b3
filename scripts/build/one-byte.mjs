// V8 keeps the text of a program, and one letter past Latin-1 in it doubles what that takes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Writes such letters in the scripts of a folder as escapes, which mean the same in strings, patterns and
 * names; `String.raw` alone sees them.
 */
export function writeAsOneByte(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (/String\.raw`[^`]*[^\0-\xff]/.test(text)) throw new Error(`${name} has such a letter in String.raw.`);
    // Half a letter of two halves is one of its own here, and its escape too.
    writeFileSync(file, text.replace(/[^\0-\x7f]/g, escaped));
  }
}
