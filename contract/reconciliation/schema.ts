import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { Price } from '#contract/numbers.form.ts';
import { PaidByHand } from '#contract/payments/answers.schema.ts';
import {
  CsvFile,
  CsvHeadings,
  HEADED,
  Id,
  Limit,
  Moment,
  Money,
  PageQuery,
  pageOf,
  SignedMoney,
} from '#contract/primitives.schema.ts';
import {
  ATTENTION_MAX,
  ATTENTIONS,
  FIGURES,
  MONTH_PATTERN,
  PLACE_STATES,
  reconciliationCalls,
  VERDICTS,
} from './calls.ts';

export const Month = z.string().regex(MONTH_PATTERN, says('reconciliation.name_month'));

/** The money that the school took in a month, and what is owed. */
export const MonthSums = z
  .object({
    card: Money,
    cash: Money,
    transfer: Money,
    owed: Money,
    /** Refunds by any way, of payments of any month; below zero where refused refunds came back. */
    givenback: SignedMoney,
  })
  .meta({ id: 'MonthSums' });

/** One place of a payment for several. Their sums add up to the payment's own. */
export const ReconciliationItem = z
  .object({
    _id: Id,
    /** As the line's. */
    enrolmentid: z.string().nullable(),
    classid: z.string().nullable(),
    classname: z.string().nullable(),
    learnerid: z.string(),
    learnername: z.string(),
    price: Money,
    state: z.enum(PLACE_STATES),
    received: Money,
    refunded: Money,
    attention: z.enum(ATTENTIONS).nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'ReconciliationItem' });

/**
 * One payment, at the card service or by hand, beside its enrolment; what is missing on either side is null.
 */
export const ReconciliationLine = z
  .object({
    transactionId: z.string(),
    verdict: z.enum(VERDICTS),
    date: Moment,
    /** The payer's address; of a family without one its name. Null where it is unknown who paid. */
    email: z.string().nullable(),
    /** A payment of a family for its invoices, and for no place; absent of others. */
    forinvoices: z.literal(true).optional(),
    classid: z.string().nullable(),
    classname: z.string().nullable(),
    /** Of a trial lesson of the class; absent of a place in it. */
    trial: z.literal(true).optional(),
    learnerid: z.string().nullable(),
    /** Of a child; null where the account itself learns. */
    learnername: z.string().nullable(),
    /** Of the enrolment, which is also its receipt's and what cancels it; null without an enrolment. */
    enrolmentid: z.string().nullable(),
    /** How it was paid by hand, or that it is owed; absent for a card payment. */
    paidby: PaidByHand,
    /** The part that is owed. */
    owed: Money.optional(),
    received: Money,
    /** Refunds by any way, lost disputes included. */
    refunded: Money,
    /** The finding that needs an admin; null when there is none. */
    attention: z.enum(ATTENTIONS).nullable(),
    currency: z.string(),
    cardlast4: z.string().nullable(),
    /** The reason for the refund, as a sentence. */
    reason: z.string().nullable(),
    /**
     * The places, where the payment paid for several together; what is null of the line then stands in them.
     */
    items: z.array(ReconciliationItem).optional(),
  })
  .meta({ id: 'ReconciliationLine' });

/** A class that was called off: what was to go back of its places, and what of that has not gone back yet. */
export const CalledOffClass = z
  .object({
    classid: Id,
    classname: z.string(),
    calledoffat: Moment,
    reason: z.string(),
    places: z.int(),
    sums: z.object({ card: Money, byhand: Money, struck: Money }),
    open: z.object({ card: Money, byhand: Money }),
  })
  .meta({ id: 'CalledOffClass' });

/** A page of a month at the school, the newest payments first. */
export const Reconciliation = z
  .object({
    month: z.string(),
    currency: z.string(),
    /** Of the page's lines, as are the sums of `behind`. */
    received: Money,
    refunded: Money,
    /**
     * Of the whole month: money received by each way and refunded, by the ledger, and debts for places given
     * in it.
     */
    sums: MonthSums,
    /** With what families paid beside places, less what of that was paid before: below zero on some pages. */
    behind: z.object({ card: SignedMoney, cash: SignedMoney, transfer: SignedMoney, owed: Money }),
    /** Classes that were called off in the month, on its first page. */
    calledoff: z.array(CalledOffClass),
    lines: z.array(ReconciliationLine),
    /** The cursor of the next page; null after the last. */
    next: z.string().nullable(),
  })
  .meta({ id: 'Reconciliation' });

/** Money that came, went back or is owed, and the places that it was for. */
const MonthPlace = z.object({
  _id: Id,
  date: Moment,
  /** The payer, or the learner’s family where the payer has left; null once both have left. */
  userid: Id.nullable(),
  name: z.string(),
  places: z.array(
    z.object({
      learnername: z.string(),
      classid: Id.nullable(),
      classname: z.string().nullable(),
      /** A trial lesson of the class, and its day where the lesson is in the records still. */
      trial: z.literal(true).optional(),
      trialday: z.iso.date().optional(),
    }),
  ),
  /** Below zero where a refused refund came back. */
  amount: SignedMoney,
  currency: z.string(),
});

export const MonthPlaces = pageOf(MonthPlace)
  .extend({
    month: z.string(),
    figure: z.enum(FIGURES),
    currency: z.string(),
    /** Of the whole month: what all items come to. */
    sum: SignedMoney,
  })
  .meta({ id: 'MonthPlaces' });

export const reconciliationEndpoints = withSchemas(reconciliationCalls, {
  reconcileMonth: {
    summary: 'One page of a month’s payments, held against the card service’s own records.',
    refusals: ['provider-unavailable'],
    querystring: z.object({
      month: Month.optional(),
      after: Id.optional(),
    }),
    response: { 200: Reconciliation },
  },
  browseMonthPlaces: {
    summary: 'One page of what a figure of a month is made of, the newest first.',
    querystring: PageQuery.extend({ month: Month, figure: z.enum(FIGURES) }),
    response: { 200: MonthPlaces },
  },
  exportMonthPlaces: {
    summary: `What the figures of a month are made of, each after the other, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings.extend({ month: Month }),
    response: { 200: CsvFile },
  },
  /** The newest first, from whichever month. */
  listAttention: {
    summary: 'The payments that an admin has to look at, the newest first.',
    refusals: ['provider-unavailable'],
    querystring: z.object({
      /** The `transactionId` after which the answer begins: that of the last line of the answer before. */
      after: Id.optional(),
      /** How many payments at most. */
      limit: Limit(ATTENTION_MAX),
    }),
    response: { 200: z.array(ReconciliationLine) },
  },
  repairPayment: {
    summary: 'Makes a payment and its enrolment agree.',
    refusals: ['payment-not-found', 'money-moved', 'nothing-to-repair', 'provider-unavailable'],
    body: z.strictObject({
      transactionId: Id.min(1, says('payments.transaction_missing')),
      /**
       * The sum that the school still holds, as the admin was shown it: if it has changed since, nothing is
       * done.
       */
      kept: z.optional(Price),
      /** Keeps the place although a part was refunded. */
      keepplace: z.boolean().optional(),
    }),
    response: { 200: ReconciliationLine },
  },
});
