import type { MusicClass } from '#contract/classes/calls.ts';
import { agesOf } from '#contract/learners/ages.ts';

type Asking = Pick<MusicClass, 'group' | 'agefrom' | 'ageto'>;

const ADULT = 18;

/** Whether a class is for children alone: who looks after one is probably not who learns. */
export const isForChildren = ({ group, ageto }: Asking): boolean =>
  group === 'Kids' || group === 'Teens' || (ageto !== undefined && ageto < ADULT);

/** Whether to ask for whom a class is, although the account has no children. */
export const asksWhoFor = (musicClass: Asking): boolean =>
  isForChildren(musicClass) || agesOf(musicClass) !== undefined;
