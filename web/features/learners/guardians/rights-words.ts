import { listOf } from '#contract/formats.ts';
import type { Learner, Rights } from '#contract/learners/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { calledName } from '#web/features/learners/learner-words.ts';

export type Right = keyof Rights;

/** The rights that a guardian may have, in a form's words. Every guardian sees the child's classes. */
export const rightChoices = (): { value: Right; label: string; hint: string }[] => [
  { value: 'mayenrol', label: t('learners.choose_classes'), hint: t('learners.choose_classes_hint') },
  { value: 'maypay', label: t('learners.pay'), hint: t('learners.pay_hint') },
  { value: 'getsmail', label: t('learners.get_emails'), hint: t('learners.get_emails_hint') },
];

/** The rights that were chosen in a form, by their names. */
export const rightsOf = (chosen: readonly FormDataEntryValue[]): Rights => ({
  mayenrol: chosen.includes('mayenrol'),
  maypay: chosen.includes('maypay'),
  getsmail: chosen.includes('getsmail'),
});

export const namesOf = (rights: Partial<Rights>): Right[] =>
  (Object.keys(WORDS) as Right[]).filter((name) => rights[name]);

/** In their order. */
const WORDS = {
  mayenrol: 'learners.to_choose_classes',
  maypay: 'learners.to_pay',
  getsmail: 'learners.to_get_emails',
} as const satisfies Record<Right, PlainId>;

/** The rights in words, to follow `may`: `see the classes, choose classes and pay`. */
export const rightsWords = (rights: Partial<Rights>): string =>
  listOf([t('learners.to_see_classes'), ...namesOf(rights).map((name) => t(WORDS[name]))]);

/** What the page of a family says first; a guardian without children of their own reads what they may do. */
export function familyLead(learners: readonly Learner[]): string {
  const guarded = learners.filter(({ own }) => !own);
  if (guarded.length === 0 || learners.some(({ own, self }) => own && !self))
    return t('learners.own_children');
  const names = listOf(guarded.map(calledName));
  const [rights, ...others] = new Set(guarded.map(rightsWords));
  return others.length === 0
    ? t('learners.you_look_after', { names, rights: rights ?? '' })
    : t('learners.you_look_after_each', { names });
}
