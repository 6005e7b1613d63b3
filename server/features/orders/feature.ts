import type { Feature } from '#server/features/feature.ts';
import { deleteExpiredOrders } from './delete-expired.ts';
import type { Payments } from './payments.ts';

const HOUR_MS = 60 * 60_000;
const REST_MS = 200;

export const orderFeature = ({ db, now }: Pick<Payments, 'db' | 'now'>): Feature => ({
  jobs: [
    {
      name: 'expired-orders',
      everyMs: HOUR_MS,
      restMs: REST_MS,
      run: () => deleteExpiredOrders(db, now()),
    },
  ],
});
