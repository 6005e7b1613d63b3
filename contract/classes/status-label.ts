import { type PlainId, t } from '#languages/t.ts';
import type { ClassStatus } from './calls.ts';

const STATUSES = {
  pending: 'classes.pending',
  approved: 'classes.approved',
  denied: 'classes.denied',
} as const satisfies Record<ClassStatus, PlainId>;

/** What people read in the place of a status, in small letters, as on a badge; no visitor ever does. */
export const statusLabel = (status: ClassStatus): string => t(STATUSES[status]);
