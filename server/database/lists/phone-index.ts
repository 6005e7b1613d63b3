import { type Expression, sql } from 'kysely';
import { type Hits, hitsOf } from './word-index.ts';

/*
 * Telephone numbers by their digits, however they are written. `migrations/003/phones.ts` makes an index of
 * this very expression: another one needs another index.
 */

/** What stands between digits. */
const SIGNS = [' ', '+', '-', '–', '(', ')', '/', '.'];

/** The digits of a telephone number, as SQL that both databases know. */
export const digitsIn = (column: string): string =>
  SIGNS.reduce((text, sign) => `replace(${text}, '${sign}', '')`, column);

/** The fewest digits that are looked for. */
const DIGITS_MIN = 4;
/**
 * The most: before them stand codes of a country or a town, which one may write, leave out, or begin with a
 * zero.
 */
const DIGITS_MAX = 7;

/** The digits that are looked for; undefined where what was typed is no part of a telephone number. */
export function phoneDigits(q: string): string | undefined {
  const digits = SIGNS.reduce((text, sign) => text.replaceAll(sign, ''), q).replace(/\s/g, '');
  if (!/^\d+$/.test(digits) || digits.length < DIGITS_MIN) return undefined;
  const known = digits.replace(/^0+/, '');
  return (known.length < DIGITS_MIN ? digits : known).slice(-DIGITS_MAX);
}

/** A condition on accounts: these digits occur in the telephone number. */
export const hasDigits = (digits: string): Expression<boolean> =>
  sql<boolean>`${sql.raw(digitsIn('users.phone'))} like ${`%${digits}%`}`;

/** The accounts that an index of SQLite finds so. */
export const hitsOfDigits = (digits: string): Hits => hitsOf('users_digits', `{phone} : ("${digits}")`);
