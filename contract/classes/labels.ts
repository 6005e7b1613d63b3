import { type PlainId, t } from '#languages/t.ts';
import type { ClassGroup, ClassLevel, ClassStatus } from './calls.ts';

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

const STATUSES = {
  pending: 'classes.pending',
  approved: 'classes.approved',
  denied: 'classes.denied',
} as const satisfies Record<ClassStatus, PlainId>;

export const levelLabel = (level: ClassLevel): string => t(LEVELS[level]);
export const groupLabel = (group: ClassGroup): string => t(GROUPS[group]);
/** In small letters, as on a badge. */
export const statusLabel = (status: ClassStatus): string => t(STATUSES[status]);
