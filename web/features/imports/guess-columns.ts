import {
  BORN_FORMS,
  type BornForm,
  CHILD_FIELDS,
  type ColumnField,
  fieldOf,
  IMPORT_FIELDS,
  type ImportField,
  LATER_CHILDREN,
} from '#contract/imports/calls.ts';

/** Which column has what, as far as is chosen. */
export type Columns = { [F in ColumnField]?: string };

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
    /child|student|pupil|schüler|kind\b|enfant|élève/,
  ],
  lastname: [
    /(child|student|pupil).*(last|family|sur)|(last|family|sur).*(child|student|pupil)/,
    /last|family name|surname|nachname|familienname|nom de famille|^nom\b|apellido/,
    /child|student|pupil|schüler|kind\b|enfant|élève|^name$/,
  ],
  born: [/birth|born|geb|\bdob\b|nasc|naiss|nacim/],
  note: [/note|comment|remark|allerg|medical|bemerk|notiz|remarque/],
  class: [
    /^(class|course|class name|course name|kurs|kursname|cours|nom du cours)$/,
    /\bclass\b|course|kurs\b|cours\b/,
  ],
  term: [/^(term|semester|zeitraum|unterrichtszeitraum|période|semestre|trimestre)$/],
  teacher: [/teacher|instructor|lehrkraft|lehrer|professeur|enseignant/],
  pays: [
    /^(pays|payment|paid|how paid|paid by|zahlung|zahlweise|zahlungsart|bezahlt|paiement|mode de paiement|règlement)$/,
  ],
};

/** Guesses by the headings which column has what; each is chosen once, but for a name that is whole. */
export function guessColumns(headings: readonly string[]): Columns {
  const numbered = Map.groupBy(headings, numberOf);
  const columns: Columns = guessFields(numbered.get(1) ?? [], IMPORT_FIELDS);
  for (const child of LATER_CHILDREN) {
    const guessed = guessFields(numbered.get(child) ?? [], CHILD_FIELDS);
    // A second column of a class or a note alone is no child's.
    if (guessed.firstname)
      for (const field of CHILD_FIELDS) if (guessed[field]) columns[fieldOf(field, child)] = guessed[field];
  }
  return columns;
}

/** Which child of a line a heading is about, as `Child 2 first name` and `Vorname Kind 2` say it. */
const numberOf = (heading: string): number => Number(/(?:^|\D)([2-4])(?:\D|$)/.exec(heading)?.[1] ?? 1);

type Guessed = { [F in ImportField]?: string };

function guessFields(headings: readonly string[], fields: readonly ImportField[]): Guessed {
  const columns: Guessed = {};
  const taken = new Set<string>();
  for (const strength of [0, 1, 2, 3])
    for (const field of fields) {
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
