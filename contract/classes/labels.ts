import { ownName, type WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import type { ClassGroup, ClassLevel } from './calls.ts';

/*
 * What people read in the place of a class's values: what the school calls them, or else the built-in words.
 */

const LEVELS = {
  Beginner: 'classes.beginner',
  Intermediate: 'classes.intermediate',
  Advanced: 'classes.advanced',
} as const satisfies Record<ClassLevel, PlainId>;

const GROUPS = {
  Kids: 'classes.kids',
  Teens: 'classes.teens',
  Adults: 'classes.adults',
  'Private lessons': 'classes.private_lessons',
} as const satisfies Record<ClassGroup, PlainId>;

export const levelLabel = (school: WithLists, level: string): string =>
  ownName(school, 'levels', level) ?? t(LEVELS[level as ClassLevel]);
export const groupLabel = (school: WithLists, group: string): string =>
  ownName(school, 'groups', group) ?? t(GROUPS[group as ClassGroup]);

/** Whether a group, or a level, has its built-in name, for which whole sentences are worded. */
export const isPlainGroup = (school: WithLists, group: string): boolean =>
  ownName(school, 'groups', group) === undefined;
export const isPlainLevel = (school: WithLists, level: string): boolean =>
  ownName(school, 'levels', level) === undefined;
