import type { Learner, Rights } from '#contract/learners/calls.ts';
import { calledName } from '#web/features/learners/learner-words.ts';

export type Right = keyof Rights;

/** The rights that a guardian may have, in a form's words. Every guardian sees the child's classes. */
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

/** The rights in words, to follow `may`: `see the classes, choose classes and pay`. */
export const rightsWords = (rights: Partial<Rights>): string =>
  new Intl.ListFormat('en-GB').format(['see the classes', ...namesOf(rights).map((name) => WORDS[name])]);

const OWN_CHILDREN = 'Children learn on your account: you choose their classes, and pay for them together.';

/** What the page of a family says first; a guardian without children of their own reads what they may do. */
export function familyLead(learners: readonly Learner[]): string {
  const guarded = learners.filter(({ own }) => !own);
  if (guarded.length === 0 || learners.some(({ own, self }) => own && !self)) return OWN_CHILDREN;
  const names = new Intl.ListFormat('en-GB').format(guarded.map(calledName));
  const [rights, ...others] = new Set(guarded.map(rightsWords));
  return others.length === 0
    ? `You look after ${names}: you can ${rights}.`
    : `You look after ${names}. What you can do for each of them is shown below.`;
}
