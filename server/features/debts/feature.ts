import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { workDebts } from './work-debts.ts';

const EVERY_MS = 5000;

export const debtFeature = ({
  payments,
  readSchool,
}: {
  payments: Payments;
  readSchool: ReadSchool;
}): Feature => ({
  jobs: [{ name: 'debts', everyMs: EVERY_MS, run: () => workDebts({ ...payments, readSchool }) }],
});
