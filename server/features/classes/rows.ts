import type { FeatureRows } from '#server/features/feature.ts';
import { findTaught, leaveClasses } from './leave-classes.ts';

export const classRows = {
  classes: {
    columns: { instructorid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Classes are the school’s; a teacher reads theirs at any time.' },
    findLosses: findTaught,
    erase: leaveClasses,
    recovery: { stays: 'Classes are the school’s, and the log has who changed them.' },
  },
} satisfies FeatureRows;
