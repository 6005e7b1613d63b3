import { BORN_FORMS, type BornForm, IMPORT_FIELDS, type ImportField } from '#contract/imports/calls.ts';

/** Which column has what, as far as is chosen. */
export type Columns = { [F in ImportField]?: string };

/** Words of headings, the surest first; in the languages of schools that move. */
const HINTS: Readonly<Record<ImportField, readonly (RegExp | undefined)[]>> = {
  email: [/e-?mail|correo|courriel/],
  parentname: [
    /(parent|guardian|mother|father|payer).*name|name.*(parent|guardian|mother|father|payer)/,
    /parent|guardian|eltern|mother|father|payer|account|responsable|encarregad/,
    undefined,
    /^(full )?name$/,
  ],
  phone: [/phone|mobile|telefon|telef|tel\b|handy/],
  firstname: [
    /(child|student|pupil).*(first|given)|(first|given).*(child|student|pupil)/,
    /first|given|vorname|prénom|nombre/,
    /child|student|pupil|schüler|kind\b/,
  ],
  lastname: [
    /(child|student|pupil).*(last|family|sur)|(last|family|sur).*(child|student|pupil)/,
    /last|family name|surname|nachname|apellido/,
    /child|student|pupil|schüler|kind\b|^name$/,
  ],
  born: [/birth|born|geb|\bdob\b|nasc|naiss|nacim/],
  note: [/note|comment|remark|allerg|medical|bemerk|notiz/],
};

/** Guesses by the headings which column has what; each is chosen once, but for a name that is whole. */
export function guessColumns(headings: readonly string[]): Columns {
  const columns: Columns = {};
  const taken = new Set<string>();
  for (const strength of [0, 1, 2, 3])
    for (const field of IMPORT_FIELDS) {
      const hint = HINTS[field][strength];
      if (!hint || columns[field]) continue;
      const heading = headings.find((one) => !taken.has(one) && hint.test(one.toLowerCase()));
      if (!heading) continue;
      columns[field] = heading;
      taken.add(heading);
    }
  if (columns.lastname && !columns.firstname) columns.firstname = columns.lastname;
  if (columns.firstname && !columns.lastname && !/first|given|vorname/i.test(columns.firstname))
    columns.lastname = columns.firstname;
  return columns;
}

/**
 * Guesses from days of birth how they are written; undefined where both the first and the second number could
 * be the month in all of them.
 */
export function guessBornForm(days: readonly string[]): BornForm | undefined {
  const [yearFirst, dayFirst, monthFirst] = BORN_FORMS;
  const said = days.filter((day) => day !== '');
  if (said.length === 0) return undefined;
  if (said.every((day) => /^\d{4}\D/.test(day))) return yearFirst;
  const numbers = said.map((day) => day.split(/\D+/).map(Number));
  const isDayFirst = numbers.some(([first = 0]) => first > 12 && first <= 31);
  const isMonthFirst = numbers.some(([, second = 0]) => second > 12 && second <= 31);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? dayFirst : monthFirst;
}
