import type { Generated } from 'kysely';

export type WaitlistState = 'waiting' | 'kept' | 'offered' | 'taken' | 'closed';

/**
 * A learner in line for a full class. `kept`: a seat is held for them, until `offeruntil`, and not offered
 * before there is one for each of their group; `offered`: a freed seat is held for them until `offeruntil`;
 * `taken`: their order holds it; `closed`: left, declined, lapsed or enrolled.
 */
export type WaitlistRow = {
  _id: string;
  learnerid: string;
  classid: string;
  state: WaitlistState;
  offeruntil: number | null;
  orderid: string | null;
  /** Those who wait together share it: they are offered as many seats as they are, or none. */
  groupid: Generated<string | null>;
  /**
   * The wish for which the seat is held: the learner did not ask for this class, and the school reads no name
   * before the seat is taken.
   */
  wishid: Generated<string | null>;
  createdat: number;
};
