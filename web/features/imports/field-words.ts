import type { BornForm, ImportField, Verdict } from '#contract/imports/calls.ts';

/** What a column may say, as a list calls it. */
export const FIELD_WORDS: Readonly<Record<ImportField, { label: string; hint?: string }>> = {
  email: { label: 'Email of the parent', hint: 'Lines with the same address are one family.' },
  parentname: { label: 'Name of the parent' },
  phone: { label: 'Telephone' },
  firstname: {
    label: 'First name of the child',
    hint: 'Choose the same column for both names where it has the whole name.',
  },
  lastname: { label: 'Last name of the child' },
  born: { label: 'Date of birth' },
  note: { label: 'Note', hint: 'What a teacher has to know, such as an allergy.' },
};

export const BORN_WORDS: Readonly<Record<BornForm | '', string>> = {
  '': 'I am not sure',
  'yyyy-mm-dd': 'Year first, such as 2015-04-03',
  'dd/mm/yyyy': 'Day first, such as 03/04/2015 for 3 April',
  'mm/dd/yyyy': 'Month first, such as 04/03/2015 for 3 April',
};

export const VERDICT_WORDS: Readonly<Record<Verdict, { label: string; badge: string }>> = {
  new: { label: 'New', badge: 'badge-success' },
  same: { label: 'Already here', badge: 'badge-ghost' },
  doubtful: { label: 'To decide', badge: 'badge-warning' },
  wrong: { label: 'To correct', badge: 'badge-error' },
};
