import type { ClassGroup, ClassLevel } from '#contract/classes/calls.ts';
import type { PlainId } from '#languages/t.ts';

/** What people call the levels and groups of classes. */
export const LEVELS = {
  Beginner: 'classes.level_beginner',
  Intermediate: 'classes.level_intermediate',
  Advanced: 'classes.level_advanced',
} as const satisfies Record<ClassLevel, PlainId>;
export const GROUPS = {
  Kids: 'classes.group_kids',
  Teens: 'classes.group_teens',
  Adults: 'classes.group_adults',
  'Private lessons': 'classes.group_private_lessons',
} as const satisfies Record<ClassGroup, PlainId>;
