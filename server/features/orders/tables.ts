import type { Generated } from 'kysely';
import type { PaymentAttention } from '#contract/reconciliation/calls.ts';

export type OrderState =
  | 'held'
  | 'intent'
  | 'expiring'
  | 'expired'
  | 'enrolled'
  | 'refund_due'
  | 'refunded'
  | 'refund_failed';

/**
 * One seat, or one trial lesson, that a payer pays for. `held`, `intent` and `expiring` hold it, `enrolled` has taken it, the
 * others have none. `classid` is null for the spec's intent that names no class: such an order holds no seat
 * until it is bound to one.
 */
export type OrderRow = {
  _id: string;
  /** Orders that one payment pays, all or none, share it; null where the order is paid alone. */
  checkoutid: Generated<string | null>;
  learnerid: string;
  /** The account that pays; null once it was erased. */
  userid: string | null;
  classid: string | null;
  /**
   * The lesson that a learner tries: the order takes the place of a guest in it, and no seat of its class.
   * Null of a place in the class. The lesson may be out of the records.
   */
  lessonid: Generated<string | null>;
  /** When that lesson begins, as the family was told; null once nothing more is to be told of it. */
  trialat: Generated<number | null>;
  /** The trial whose price was taken off the amount; null where none was. */
  trialid: Generated<string | null>;
  /** The discount that was taken off the amount; null where none was. */
  discountid: Generated<string | null>;
  amount: number;
  /** Cents that the place costs beside the amount, in later instalments or by invoice: a charge of its own. */
  restamount: Generated<number>;
  /** The instalments of which the amount is the first one, and what the account agreed to, as JSON; null for none. */
  plan: Generated<string | null>;
  /** The price in cents where the place costs something else; null where it costs its price. */
  fullamount: Generated<number | null>;
  /** The admin's reason for another sum; null where the sum is too small to charge to a card. */
  amountreason: Generated<string | null>;
  currency: string;
  /** 1 where the payer saves a card that is charged once it is decided that the class runs. */
  reserves: Generated<0 | 1>;
  /** When that card was saved: the place is reserved from then on, and paid after the decision. Null before. */
  reservedat: Generated<number | null>;
  /** The account that agreed to be charged later; null where none is to be. */
  agreedby: Generated<string | null>;
  /** The import that gave the place; null where it came another way. */
  importid: Generated<string | null>;
  state: OrderState;
  /** By hand, an admin said how; `due` is owed still. */
  paidby: Generated<'card' | 'cash' | 'transfer' | 'due'>;
  intentid: string | null;
  clientsecret: string | null;
  /** When the money came and from which card; null while it has not. */
  paidat: number | null;
  /** The school's day on which its receipt was issued, which is part of the receipt's number; null before. */
  receiptday: Generated<string | null>;
  cardlast4: string | null;
  /** The provider's refund; null while the money has not gone back. */
  refundid: string | null;
  /** Counts refunds that were asked for: a failed one is tried again under a key of its own. */
  refundattempt: number;
  /** Cents that this attempt asks for, where others share the payment; null until it is made. */
  refundamount: Generated<number | null>;
  /** Cents that the bank took back for the cardholder: disputes that were lost. */
  withdrawn: Generated<number>;
  /** Cents that went back while the student keeps the place, as an admin agreed. */
  goodwill: Generated<number>;
  /**
   * How many lessons were left when the amount was worked out; null where the class had no plan, or lessons
   * do not set the price.
   */
  lessonsleft: Generated<number | null>;
  /** Of how many. */
  lessonsof: Generated<number | null>;
  /**
   * The first and the last day of the lessons that the amount is for, where the class is billed by the term or
   * month; null where the amount is for all of the class.
   */
  billfrom: Generated<string | null>;
  billto: Generated<string | null>;
  /** Cents that do not go back, for lessons that were held before the place ended. */
  earned: Generated<number>;
  /** What an admin has to look at; null when there is nothing. */
  attention: PaymentAttention | null;
  /** Why the money goes back or the seat was given up, as a sentence. */
  reason: string | null;
  holduntil: number;
  /** When a worker has to look at it next; null when nothing is left to do. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  createdat: number;
  updatedat: number;
  /** When the place that it gave ended; null while it stands, and where it never gave one. */
  endedat: Generated<number | null>;
};
