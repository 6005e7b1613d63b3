import { type PlainId, t } from '#languages/t.ts';
import type { ClassGroup, ClassLevel } from './calls.ts';

/*
 * What people read in the place of a class's values.
 */

export const LEVELS = {
  Beginner: 'classes.beginner',
  Intermediate: 'classes.intermediate',
  Advanced: 'classes.advanced',
} as const satisfies Record<ClassLevel, PlainId>;

export const GROUPS = {
  Kids: 'classes.kids',
  Teens: 'classes.teens',
  Adults: 'classes.adults',
  'Private lessons': 'classes.private_lessons',
} as const satisfies Record<ClassGroup, PlainId>;

export const levelLabel = (level: ClassLevel): string => t(LEVELS[level]);
export const groupLabel = (group: ClassGroup): string => t(GROUPS[group]);
