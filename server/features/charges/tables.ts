import type { Generated } from 'kysely';
import type { ChargeKind } from '#contract/charges/calls.ts';

/** What a family is charged, or credited; rows are only ever added. */
export type ChargeRow = {
  _id: string;
  /** The account that pays; null once it was erased. */
  userid: string | null;
  learnerid: Generated<string | null>;
  classid: Generated<string | null>;
  kind: ChargeKind;
  /** What it is for, as an admin wrote it or a run worded it. */
  label: string;
  /** Cents; negative where the family owes less by it. */
  amount: number;
  currency: string;
  /** Per mille of tax that the amount includes. */
  taxrate: Generated<number>;
  /** The school's day from which it counts. */
  day: string;
  /** The first and the last day of what it is for; null where it is for no time. */
  periodfrom: Generated<string | null>;
  periodto: Generated<string | null>;
  /** The place that it is for. */
  orderid: Generated<string | null>;
  /** The charge that this one takes back; null of any other. */
  reverses: Generated<string | null>;
  /** What adds it twice adds it once. */
  key: string;
  /** The admin who added it; null where a run did, and once the account was erased. */
  byid: Generated<string | null>;
  createdat: number;
};
