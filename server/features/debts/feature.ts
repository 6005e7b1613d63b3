import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { type DebtOptions, debtRoutes } from './routes.ts';
import { workDebts } from './work-debts.ts';

const EVERY_MS = 5000;

type Options = Pick<DebtOptions, 'config' | 'readSchool' | 'wake'> & { payments: Payments };

export const debtFeature = ({ payments, ...options }: Options): Feature => ({
  routes: (app) => debtRoutes(app, { db: payments.db, now: payments.now, ...options }),
  jobs: [
    {
      name: 'debts',
      everyMs: EVERY_MS,
      run: () => workDebts({ ...payments, readSchool: options.readSchool }),
    },
  ],
});
