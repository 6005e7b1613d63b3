/** What a spreadsheet would run as a formula (OWASP, "CSV injection"); a negative amount is none. */
const FORMULA = /^[=+\-@\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const GUARDED = /^'(?=[=+\-@\t\r\n])/;

/** A text as a cell that no spreadsheet calculates: with an apostrophe before it where one would. */
export const guarded = (text: string) => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);

/** The text of a cell that `guarded` wrote. */
export const unguarded = (cell: string) => cell.replace(GUARDED, '');
