import type { CallOffRefund } from '#contract/classes/calls.ts';

/** That a class was called off, by the id of the class. */
export type CallOffRow = {
  _id: string;
  /** As families and visitors read it. */
  reason: string;
  refund: CallOffRefund;
  /** What the caller knows it by: the same again is answered with what was done. */
  key: string;
  /** The admin who did it; null once that account was erased. */
  byid: string | null;
  /** What it does, as JSON, with sums in cents. */
  sums: string;
  /** When a worker has to look at it next; null once every place has ended. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: string | null;
  createdat: number;
};
