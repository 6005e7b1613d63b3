import type { Feature } from '#server/features/feature.ts';
import { type DeleteEntries, deleteExpiredOrders } from './delete-expired.ts';
import type { Payments } from './payments.ts';

const HOUR_MS = 60 * 60_000;
const REST_MS = 200;

export const orderFeature = ({
  db,
  now,
  deleteEntriesOf,
}: Pick<Payments, 'db' | 'now'> & { deleteEntriesOf: DeleteEntries }): Feature => ({
  jobs: [
    {
      name: 'expired-orders',
      everyMs: HOUR_MS,
      restMs: REST_MS,
      run: () => deleteExpiredOrders(db, { deleteEntriesOf, now: now() }),
    },
  ],
});
