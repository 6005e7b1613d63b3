import type { Rights } from '#contract/learners.ts';

export type Right = keyof Rights;

/** What a guardian may be given, each in a form's words. Everybody who guards a child sees its classes. */
export const RIGHTS: readonly { value: Right; label: string; hint: string }[] = [
  {
    value: 'mayenrol',
    label: 'Choose classes',
    hint: 'Select, join waiting lists and cancel, and change what teachers know.',
  },
  {
    value: 'maypay',
    label: 'Pay',
    hint: 'Pay for selected classes, with their own card and their own receipt.',
  },
  { value: 'getsmail', label: 'Get emails', hint: 'The school’s emails about the classes.' },
];

/** The rights that were chosen in a form, by their names. */
export const rightsOf = (chosen: readonly FormDataEntryValue[]): Rights => ({
  mayenrol: chosen.includes('mayenrol'),
  maypay: chosen.includes('maypay'),
  getsmail: chosen.includes('getsmail'),
});

export const namesOf = (rights: Partial<Rights>): Right[] =>
  RIGHTS.map(({ value }) => value).filter((name) => rights[name]);

const WORDS: Record<Right, string> = {
  mayenrol: 'choose classes',
  maypay: 'pay',
  getsmail: 'get the emails',
};

/** What somebody may, to follow `may`: `see the classes, choose classes and pay`. */
export const rightsWords = (rights: Partial<Rights>): string =>
  new Intl.ListFormat('en-GB').format(['see the classes', ...namesOf(rights).map((name) => WORDS[name])]);
