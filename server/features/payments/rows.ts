import type { FeatureRows } from '#server/features/feature.ts';

export const paymentRows = {
  webhookevents: { recovery: { stays: 'The card provider’s words.' } },
} satisfies FeatureRows;
