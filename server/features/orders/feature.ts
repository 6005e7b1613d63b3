import type { Feature } from '#server/features/feature.ts';
import { deleteExpiredOrders } from './delete-expired.ts';
import type { Payments } from './payments.ts';
import { orderPerson } from './person.ts';

const HOUR_MS = 60 * 60_000;
const REST_MS = 200;

export const orderFeature = ({ db, seats, now }: Pick<Payments, 'db' | 'seats' | 'now'>): Feature => ({
  jobs: [
    {
      name: 'expired-orders',
      everyMs: HOUR_MS,
      restMs: REST_MS,
      run: () => deleteExpiredOrders(db, now()),
    },
  ],
  recovery: {
    orders: { stays: 'Money moves back by its own rules alone, and the payer sees every order.' },
  },
  person: orderPerson(seats),
});
