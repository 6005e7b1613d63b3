import type { Kysely } from 'kysely';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import type { SeatCheckpoint, Seats } from '#server/features/classes/index.ts';
import type { BindCurrency } from '#server/features/school/index.ts';
import type { Leases } from '#server/jobs/leases.ts';
import type { CardPayments } from '#server/services/card-payments.ts';

/**
 * The moments between two steps at which a process may die, named for the tests that make it die there: what
 * each leaves behind is finished by the workers of the next process.
 */
export type Checkpoint =
  | SeatCheckpoint
  | 'hold-committed'
  | 'intent-made'
  | 'intent-saved'
  | 'intent-read'
  | 'inside-enrolment'
  | 'enrolment-committed'
  | 'several-committed'
  | 'inside-move'
  | 'marked-expiring'
  | 'intent-cancelled'
  | 'refund-amount-kept'
  | 'refund-made'
  | 'returns-read'
  | 'inside-credit-refund'
  | 'credit-refund-noted'
  | 'credit-refund-made'
  | 'credit-refund-recorded'
  | 'taken-counted'
  | 'inside-returns'
  | 'returns-committed'
  | 'event-stored'
  | 'inside-calling-off'
  | 'called-off'
  | 'inside-places-ending'
  | 'places-ended'
  | 'inside-import-undo'
  | 'import-places-ended'
  | 'inside-billing'
  | 'class-billed'
  | 'family-payment-committed'
  | 'family-intent-made'
  | 'family-intent-read'
  | 'inside-family-payment'
  | 'instalment-begun'
  | 'instalment-intent-made'
  | 'instalment-confirmed'
  | 'instalment-refused'
  | 'instalment-cancelled'
  | 'inside-instalment-failed'
  | 'inside-invoicing'
  | 'family-invoiced'
  | 'inside-reserving'
  | 'decided'
  | 'inside-decision'
  | 'reserved-charge-made'
  | 'reserved-charged'
  | 'reserved-refused'
  | 'inside-debts'
  | 'debts-looked-at';

/** How long a student may cancel, and from when that counts. */
export type CancelTerms = Pick<SchoolNow, 'cancelUntilHours' | 'cancelFrom'>;

/**
 * What enrolling costs, in cents, or `class` for the class's own price; in which currency; how long a student
 * may cancel; whose days count; whether the price of a trial lesson is taken off.
 */
export type Terms = Pick<
  SchoolNow,
  'enrolmentPrice' | 'currency' | keyof CancelTerms | 'timezone' | 'trialfee' | 'reservemode'
>;

/** What every part of paying works with. */
export type Payments = {
  db: Kysely<Database>;
  cards: CardPayments;
  seats: Seats;
  /** On what terms the school enrols now. Outside of transactions only. */
  terms: ReadSchool;
  /**
   * Holds the school to the currency of an order that this transaction makes. Throws `price-differs` where it
   * was given another meanwhile.
   */
  bindCurrency: BindCurrency;
  /** How much of a class one family may have held at once. */
  familyHoldsPercent: number;
  /** Whether only people who have proved their address may have a seat held. */
  needsProvedAddress: boolean;
  now: () => number;
  /** What this process claims work by. */
  lease: Leases;
  /** Is notified when seats or money changed, so that pages made before are not shown again. */
  changed: () => void;
  /** Asks the workers to look at once instead of at their next turn. */
  wake: () => void;
  logError: (error: unknown) => void;
  checkpoint: (at: Checkpoint) => void;
};

/**
 * Whether a family may still give a place to another of its learners: as long as its first lesson has not
 * begun.
 */
export const mayMove = ({ firstlesson }: Pick<Cancellable, 'firstlesson'>, now: number): boolean =>
  firstlesson === null || firstlesson > now;

/** Which account pays, and who learns. */
export type Student = { userid: string; learnerid: string };

const HOUR_MS = 60 * 60_000;

type Cancellable = {
  /** When the student enrolled. */
  date: number;
  /** When the first lesson after that begins; null where none does. */
  firstlesson: number | null;
  /** What they were told then. */
  canceluntil?: number | null;
};

/**
 * Until when a student may cancel: as long as the school's rule of today says, and never less than they were
 * told.
 */
export function cancelUntil(
  { cancelUntilHours, cancelFrom }: CancelTerms,
  { date, firstlesson, canceluntil }: Cancellable,
): number {
  const from = cancelFrom === 'first-lesson' ? (firstlesson ?? date) : date;
  return Math.max(from + cancelUntilHours * HOUR_MS, canceluntil ?? 0);
}
