/**
 * Where a spreadsheet would begin a formula (OWASP, "CSV injection"): at the start of a cell, also by the
 * wide signs of East Asian keyboards, and behind what divides cells where a comma stands in numbers.
 */
const FORMULA = /(^|[;\t\r\n] *)(?=[=+\-@＝＋－＠])/g;
const GUARDED = /(^|[;\t\r\n] *)'(?=[=+\-@＝＋－＠])/g;
/** What divides cells, at the start of one. */
const DIVIDED = /^(?=[\t\r\n])/;
const GUARDED_DIVIDED = /^'(?=[\t\r\n])/;
/** A negative amount is no formula. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** A text as a cell that no spreadsheet calculates: with an apostrophe before it where one would. */
export const guarded = (text: string) =>
  PLAIN_NUMBER.test(text) ? text : text.replace(FORMULA, "$1'").replace(DIVIDED, "'");

/** The text of a cell that `guarded` wrote. */
export const unguarded = (cell: string) => cell.replace(GUARDED_DIVIDED, '').replace(GUARDED, '$1');
