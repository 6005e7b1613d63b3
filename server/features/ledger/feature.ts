import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { keepLedgerDays } from './ledger-days.ts';

const HOUR_MS = 60 * 60_000;

export const ledgerFeature = ({ db, terms, now }: Pick<Payments, 'db' | 'terms' | 'now'>): Feature => ({
  jobs: [
    {
      name: 'ledger-days',
      everyMs: HOUR_MS,
      run: async () => {
        await keepLedgerDays(db, await terms(), now());
        return 0;
      },
    },
  ],
});
