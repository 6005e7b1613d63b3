import type { Generated } from 'kysely';

/** An instrument of the school. */
export type InstrumentRow = {
  _id: string;
  name: string;
  /** Empty where there is none. */
  image: string;
  /** Rises with every change. */
  version: Generated<number>;
  createdat: number;
};
