import type { Generated } from 'kysely';

/** A building in which the school teaches. */
export type SiteRow = {
  _id: string;
  name: string;
  street: string;
  postcode: string;
  town: string;
  directions: string;
  /** Rises with every change. */
  version: Generated<number>;
  createdat: number;
};
