import type { Generated } from 'kysely';

/**
 * A part of the year in which classes meet. Days are of the school's time zone, here and below, and ranges
 * include both.
 */
export type TermRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  /** Rises with every change, here and below. */
  version: Generated<number>;
  createdat: number;
};
