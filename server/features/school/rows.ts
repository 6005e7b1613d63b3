import type { FeatureRows } from '#server/features/feature.ts';

export const schoolRows = {
  school: { recovery: { stays: 'What the school says of itself is in the log with what it was before.' } },
  facts: { recovery: { stays: 'What the school says of itself is in the log.' } },
} satisfies FeatureRows;
