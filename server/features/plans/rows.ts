import type { FeatureRows } from '#server/features/feature.ts';

export const planRows = {
  plans: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Plans are the school’s; a teacher reads theirs at any time.' },
    recovery: { stays: 'Plans are the school’s, and the log has who changed them.' },
  },
} satisfies FeatureRows;
