import { isDelivered, ownName, type WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import type { ClassGroup, ClassLevel } from './calls.ts';

/*
 * What people read in the place of a class's values: what the school calls them, or else the words delivered.
 */

export const LEVELS: Readonly<Record<string, PlainId>> = {
  Beginner: 'classes.beginner',
  Intermediate: 'classes.intermediate',
  Advanced: 'classes.advanced',
} satisfies Record<ClassLevel, PlainId>;

export const GROUPS: Readonly<Record<string, PlainId>> = {
  Kids: 'classes.kids',
  Teens: 'classes.teens',
  Adults: 'classes.adults',
  'Private lessons': 'classes.private_lessons',
} satisfies Record<ClassGroup, PlainId>;

const worded = (id: PlainId | undefined, value: string) => (id ? t(id) : value);

export const levelLabel = (school: WithLists, level: string): string =>
  ownName(school, 'levels', level) ?? worded(LEVELS[level], level);
export const groupLabel = (school: WithLists, group: string): string =>
  ownName(school, 'groups', group) ?? worded(GROUPS[group], group);

/** Whether a group is called as delivered, so that sentences know it. */
export const isPlainGroup = (school: WithLists, group: string): boolean =>
  isDelivered('groups', group) && ownName(school, 'groups', group) === undefined;
export const isPlainLevel = (school: WithLists, level: string): boolean =>
  isDelivered('levels', level) && ownName(school, 'levels', level) === undefined;
