import type { Generated } from 'kysely';
import type { HandKind } from '#contract/payments/calls.ts';

/** What a family gets back of its credit: a part to a card and a part by hand, either of which may be 0. */
export type FamilyRefundRow = {
  _id: string;
  /** The account; null once it was erased. */
  userid: string | null;
  /** Cents. */
  card: number;
  byhand: number;
  kind: HandKind;
  currency: string;
  /** What says it twice says it once. */
  key: string;
  /** What the payment that takes it is known by: an order, or a checkout; null where nothing goes to a card. */
  paymentid: string | null;
  intentid: string | null;
  cardlast4: string | null;
  /** The provider's, once it was made. */
  refundid: Generated<string | null>;
  /** Of the part that goes to a card; `failed` where the bank refused it later. */
  state: 'none' | 'due' | 'done' | 'refused' | 'failed';
  /** The admin; null once the account was erased. */
  byid: string | null;
  workat: number | null;
  lease: Generated<string | null>;
  createdat: number;
};
