import type { Generated } from 'kysely';

/** A paid seat. Its id is its order's, so that recording a payment twice gives the same. */
export type EnrolmentRow = {
  _id: string;
  learnerid: string;
  classid: string;
  transactionId: string;
  price: number;
  currency: string;
  date: number;
  /**
   * Until when it can be cancelled, as its student was told; null where that was before it was written down.
   */
  canceluntil: number | null;
  /**
   * When it was moved to this learner from another of the family; null where it was this learner's from
   * `date` on.
   */
  movedat: Generated<number | null>;
};

/** That a learner had a place in a class, from when to when: it has ended, or is another learner's since. */
export type PastPlaceRow = {
  _id: string;
  learnerid: string;
  classid: string;
  begunat: number;
  endedat: number;
};
