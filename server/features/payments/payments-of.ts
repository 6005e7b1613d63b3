import type { Config } from '#server/config/config.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { currencyBinding } from '#server/features/school/index.ts';

/** The name of the job that finishes what is begun. */
export const PAYMENTS_JOB = 'payments';

type PaymentsOptions = Pick<Payments, 'db' | 'cards' | 'seats' | 'now' | 'lease' | 'changed' | 'logError'> & {
  config: Pick<Config, 'isDemo' | 'familyHoldsPercent'>;
  readSchool: ReadSchool;
  wake: (job: string) => void;
  checkpoint?: Payments['checkpoint'];
};

/** Paying as the school is configured. */
export const paymentsOf = ({
  config,
  readSchool,
  wake,
  checkpoint = () => {},
  ...rest
}: PaymentsOptions): Payments => ({
  db: rest.db,
  cards: rest.cards,
  seats: rest.seats,
  terms: readSchool,
  bindCurrency: currencyBinding(),
  familyHoldsPercent: config.familyHoldsPercent,
  needsProvedAddress: !config.isDemo,
  now: rest.now,
  lease: rest.lease,
  changed: rest.changed,
  wake: () => wake(PAYMENTS_JOB),
  logError: rest.logError,
  checkpoint,
});
