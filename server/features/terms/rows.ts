import type { FeatureRows } from '#server/features/feature.ts';

export const termRows = { terms: { recovery: { stays: 'Terms are the school’s.' } } } satisfies FeatureRows;
