import type { Generated } from 'kysely';

/** A thing of the school. */
export type ThingRow = {
  _id: string;
  name: string;
  /** Rises with every change. */
  version: Generated<number>;
  createdat: number;
};
