import type { FeatureRows } from '#server/features/feature.ts';

export const ledgerRows = {
  ledger: { recovery: { stays: 'What moved at the provider has moved.' } },
  ledgerdays: { recovery: { stays: 'Sums of the ledger.' } },
} satisfies FeatureRows;
