import type { MusicClass } from '#contract/classes/calls.ts';
import { agesOf } from '#contract/learners/ages.ts';
import { agesOfGroup, type WithLists } from '#contract/school/lists.ts';

type Asking = Pick<MusicClass, 'group' | 'agefrom' | 'ageto'>;

type School = Pick<WithLists, 'lists'>;

const ADULT = 18;

/** Whether a class is for children alone: who looks after one is probably not who learns. */
export const isForChildren = ({ group, ageto }: Asking, school: School): boolean =>
  (agesOfGroup(school, group).ageto ?? Number.POSITIVE_INFINITY) <= ADULT ||
  (ageto !== undefined && ageto < ADULT);

/** Whether the ages of its group make a class one for adults alone. */
export const isForAdults = ({ group }: Pick<Asking, 'group'>, school: School): boolean =>
  (agesOfGroup(school, group).agefrom ?? 0) >= ADULT;

/** Whether to ask for whom a class is, although the account has no children. */
export const asksWhoFor = (musicClass: Asking, school: School): boolean =>
  isForChildren(musicClass, school) || agesOf(musicClass) !== undefined;
