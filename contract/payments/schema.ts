import * as z from 'zod';
import { PRICE_UNITS } from '#contract/classes/calls.ts';
import { MusicClass } from '#contract/classes/schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { KnownEmail, PRICE_FAULT, Price, requiredLine } from '#contract/fields.form.ts';
import {
  ByEmail,
  ById,
  DryQuery,
  Id,
  Inserted,
  LearnerIds,
  lenient,
  Moment,
  Money,
  optionalBody,
  Place,
  pageOf,
  Updated,
} from '#contract/primitives.schema.ts';
import { BY_HAND_PAYS, CHECKOUT_ITEMS_MAX, HAND_KINDS, PRICE_REASON_MAX, paymentCalls } from './calls.ts';

const LessonCount = z.object({ left: z.int(), of: z.int() });

/** The payer's confirmation of a clash with other lessons of the learner. */
const confirmclash = z.codec(z.boolean().nullish(), z.boolean(), {
  decode: (known) => known ?? false,
  encode: (known) => known,
});

/** The intent that the browser pays with, the sum, and until when the seat is held. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string(),
    price: Money,
    currency: z.string(),
    holduntil: Moment,
    /** The lessons that are left and all of the class, where that sets the price. */
    lessons: LessonCount.optional(),
    /** The places, where there are several. */
    items: z
      .array(z.object({ classid: Id, learnerid: Id, price: Money, lessons: LessonCount.optional() }))
      .optional(),
  })
  .meta({ id: 'PaymentIntent' });

/**
 * The part of the price kept for lessons that were held when a place ends or has ended; absent where
 * everything is refunded.
 */
const Earned = Money.optional();

/**
 * The lessons that were left and all of the class when the place was priced; absent where lessons did not set
 * the price.
 */
const Lessons = LessonCount.optional();

/**
 * The regular price of a place, and the reason for another one; without a reason, the sum was too small for a
 * card.
 */
const Agreed = { fullprice: Money.optional(), pricereason: z.string().optional() };

/** How a place was paid by hand, or `owed`; absent where it was paid by card or is free. */
export const PaidByHand = z.enum([...HAND_KINDS, 'due']).optional();

/** True where another account paid, which alone has the receipt; absent where the caller paid. */
const PaidByOther = z.literal(true).optional();

export const Enrolment = z
  .object({
    _id: Id,
    classid: z.string(),
    email: z.string(),
    learnerid: Id,
    learnername: z.string(),
    transactionId: z.string(),
    price: Money,
    currency: z.string(),
    /** If it were cancelled now. */
    earned: Earned,
    paidby: PaidByHand,
    paidbyother: PaidByOther,
    date: Moment,
    /** Until when the student may cancel, and whether that is still possible. */
    canceluntil: Moment,
    cancellable: z.boolean(),
    /**
     * Whether the family may still give it to another of its learners: until the first lesson of the place
     * begins.
     */
    movable: z.boolean(),
    /** The class itself, as the only item; also when it has been deleted since. */
    result: z.array(MusicClass),
  })
  .meta({ id: 'Enrolment' });

/**
 * The money of an enrolment that ended: kept by the school, on its way back, refunded, or refunded in part
 * (`returned`).
 */
const PastState = z.enum(['refund_due', 'refunded', 'refund_failed']);

/**
 * `refund_due`: the money is on its way back, or the school gives it back where it came by hand; `refunded`: the card service has taken the
 * refund; `expired`: it was owed and is no longer.
 */
export const CancelledEnrolment = z
  .object({
    state: z.enum([...PastState.options, 'expired']),
    price: Money,
    earned: Earned,
    currency: z.string(),
    paidby: PaidByHand,
  })
  .meta({ id: 'CancelledEnrolment' });

export const PastEnrolment = z
  .object({
    _id: Id,
    classid: z.string(),
    classname: z.string(),
    learnerid: Id,
    learnername: z.string(),
    date: Moment,
    price: Money,
    currency: z.string(),
    state: PastState,
    paidby: PaidByHand,
    paidbyother: PaidByOther,
    returned: Money,
    earned: Earned,
    /** Why it ended, as a sentence. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PastEnrolment' });

/** One place of a payment that paid for several together. */
export const ReceiptItem = z
  .object({
    _id: Id,
    classname: z.string(),
    learnername: z.string(),
    price: Money,
    state: z.enum(['enrolled', 'expired', ...PastState.options]),
    returned: Money,
    earned: Earned,
    lessons: Lessons,
    ...Agreed,
  })
  .meta({ id: 'ReceiptItem' });

/**
 * The sum due to the school later, where enrolling costs a flat fee: by the class's present price and
 * lessons.
 */
const Later = z.object({
  price: Money,
  priceunit: z.enum(PRICE_UNITS).nullable(),
  duetext: z.string().nullable(),
  lessons: z.int().optional(),
});

export const Receipt = z
  .object({
    _id: Id,
    /** The receipt's number, such as 20260901-5F3A90C1. */
    number: z.string(),
    school: z.string(),
    /** Null where the school has entered no address. */
    schooladdress: z.string().nullable(),
    /** Whether the place is active, or else the state of its money; `expired` where none was paid. */
    state: z.enum(['enrolled', 'expired', ...PastState.options]),
    date: Moment,
    name: z.string(),
    email: z.string(),
    learnerid: Id,
    learnername: z.string(),
    classid: z.string(),
    classname: z.string(),
    instructorname: z.string(),
    price: Money,
    currency: z.string(),
    paidby: PaidByHand,
    /** Absent where nothing else is due, or the place has ended. */
    later: Later.optional(),
    /** Null for a free class, and where it was paid by hand. */
    cardlast4: z.string().nullable(),
    transactionId: z.string(),
    /** The refunded part, by any way of payment. */
    returned: Money,
    earned: Earned,
    lessons: Lessons,
    ...Agreed,
    /** When money was last refunded, or a free place was given up; null while the receipt is valid. */
    refundedat: Moment.nullable(),
    /** All places of the payment, this one included, where there were several. */
    items: z.array(ReceiptItem).optional(),
  })
  .meta({ id: 'Receipt' });

const ByClass = z.object({ classid: Id });

/** A movement of money by hand; the same `key` again is the same movement. */
const ByHandMovement = z.strictObject({ kind: z.enum(HAND_KINDS), key: Id.min(1, 'The key is missing.') });

const SAY_WHY = 'Say why it is another sum.';

/** A sum other than the price, with the reason, which the receipt, the log and the money check show. */
const AnotherSum = {
  amount: z.optional(Price),
  reason: z.optional(requiredLine(PRICE_REASON_MAX, SAY_WHY)),
};
const hasReason = ({ amount, reason }: { amount?: number; reason?: string }) =>
  amount === undefined || reason !== undefined;

/** The sum that a place was or would be booked at, with what determines it. */
const Booked = z.object({
  /** Absent from a dry run. */
  insertedId: Id.optional(),
  price: Money,
  currency: z.string(),
  /** The lessons that are left and all of the class, where that sets the price. */
  lessons: LessonCount.optional(),
  fullprice: Agreed.fullprice,
});

/** Obstacles to paying for classes. */
const startRefusals = [
  'learner-not-found',
  'class-not-found',
  'class-closed',
  'class-not-open',
  'class-over',
  'learner-clash',
  'age-outside',
  'born-missing',
  'already-enrolled',
  'other-paying',
  'price-differs',
  'nothing-to-pay',
  'payment-expired',
  'payment-refused',
  'email-not-verified',
  'too-many-orders',
  'too-many-held',
  'provider-unavailable',
] as const;

export const paymentEndpoints = withSchemas(paymentCalls, {
  createPaymentIntent: {
    summary: 'Holds a seat and says how to pay for it. To be paid before `holduntil`.',
    unlogged: 'The order says who pays for what, and when.',
    refusals: [...startRefusals, 'class-full', 'seats-too-few'],
    /**
     * `classid` holds a seat for the class, `learnerids` one for each of several learners or none; the spec's call without a class gets a plain
     * intent. Without a learner it is for the caller.
     */
    body: z
      .object({
        price: z.optional(Price),
        classid: Id.min(1).optional(),
        learnerid: Id.min(1).optional(),
        learnerids: LearnerIds.optional(),
        confirmclash,
      })
      .refine(({ price, learnerids }) => price !== undefined || learnerids, {
        path: ['price'],
        message: PRICE_FAULT,
      })
      .refine(({ classid, learnerids }) => classid !== undefined || !learnerids, {
        path: ['classid'],
        message: 'Name the class.',
      }),
    response: { 200: PaymentIntent },
  },
  checkout: {
    summary: 'Holds a seat for each item, all or none, and says how to pay for them together.',
    unlogged: 'The orders say who pays for what, and when.',
    refusals: [...startRefusals, 'class-full'],
    body: z.strictObject({
      items: z
        .array(z.strictObject({ classid: Id.min(1), learnerid: Id.min(1).optional() }))
        .min(1)
        .max(CHECKOUT_ITEMS_MAX),
      /** The sum that the payer was shown; compared where it is sent. */
      price: z.optional(Price),
      confirmclash,
    }),
    response: { 200: PaymentIntent },
  },
  recordPayment: {
    summary: 'Enrols whom a payment is for once the card service confirms it. Safe to repeat.',
    unlogged: 'The order and the ledger say what was paid, and when.',
    refusals: [
      'payment-not-found',
      'price-differs',
      'class-not-open',
      'class-over',
      'learner-clash',
      'age-outside',
      'born-missing',
      'payment-returned',
      'provider-unavailable',
    ],
    params: ByClass,
    /** Of several learners in the class, `learnerid` names whose enrolment is answered. */
    body: z.object({
      email: KnownEmail,
      learnerid: Id.min(1).optional(),
      transactionId: Id.min(1, 'The transaction id is missing.'),
      price: Price,
      date: z.unknown().optional(),
      confirmclash,
    }),
    response: { 200: z.object({ result: Inserted }) },
  },
  enrolFree: {
    summary: 'Enrols the caller, or a child of theirs, in a class that costs nothing.',
    unlogged: 'The order says who takes the place, and when.',
    refusals: [
      'learner-not-found',
      'other-paying',
      'class-not-found',
      'class-closed',
      'class-over',
      'class-full',
      'class-not-open',
      'learner-clash',
      'age-outside',
      'born-missing',
      'already-enrolled',
      'price-differs',
      'email-not-verified',
      'payment-expired',
      'too-many-orders',
      'too-many-held',
      'provider-unavailable',
    ],
    params: ByClass,
    body: optionalBody(z.strictObject({ learnerid: Id.min(1).optional(), confirmclash })),
    response: { 200: z.object({ result: Inserted }) },
  },
  listEnrolments: {
    summary: 'The classes that the account’s learners are enrolled in, with what was paid.',
    params: ByEmail,
    response: { 200: z.array(Enrolment) },
  },
  browseEnrolments: {
    summary: 'One page of them, the newest first; with a class or a learner, those of it.',
    refusals: ['learner-not-found'],
    params: ByEmail,
    querystring: Place.extend({ classid: lenient(Id), learnerid: lenient(Id) }),
    response: { 200: pageOf(Enrolment) },
  },
  listPastEnrolments: {
    summary: 'Enrolments that were cancelled, and where their money is, the newest first.',
    params: ByEmail,
    response: { 200: z.array(PastEnrolment) },
  },
  cancelEnrolment: {
    summary: 'Cancels an enrolment; the money goes back, but for lessons that were held.',
    refusals: ['enrolment-not-found', 'cancel-too-late', 'provider-unavailable'],
    params: ById,
    response: { 200: CancelledEnrolment },
  },
  movePlace: {
    summary:
      'Gives a place to another learner of the same family; no money moves. The family may until its first lesson, the office always.',
    refusals: [
      'enrolment-not-found',
      'learner-not-found',
      'changed-meanwhile',
      'move-too-late',
      'other-family',
      'other-payer',
      'already-enrolled',
      'seat-held',
      'age-outside',
      'born-missing',
      'learner-clash',
    ],
    params: ById,
    body: z.strictObject({
      learnerid: Id.min(1, 'Choose who takes the place.'),
      /** The learner who had it when the caller read it; compared where it is sent. */
      was: Id.min(1).optional(),
      /** The office's confirmation that the class is for other ages; ignored when sent by a family. */
      confirmage: z.boolean().optional(),
      confirmclash,
    }),
    response: { 200: Updated },
  },
  readReceipt: {
    summary: 'The receipt of an enrolment.',
    refusals: ['receipt-not-found'],
    params: ById,
    response: { 200: Receipt },
  },
  enrolByHand: {
    summary:
      'Enrols a learner who pays at the school, owes it, or need not pay; with `dry` it only says at what price.',
    refusals: [
      'learner-not-found',
      'address-unproved',
      'family-leaving',
      'class-not-found',
      'class-closed',
      'class-over',
      'class-full',
      'learner-clash',
      'age-outside',
      'born-missing',
      'already-enrolled',
      'changed-meanwhile',
      'price-differs',
      'provider-unavailable',
    ],
    querystring: DryQuery,
    body: z
      .strictObject({
        classid: Id.min(1, 'Choose a class.'),
        learnerid: Id.min(1, 'Choose a child.'),
        pay: z.enum(BY_HAND_PAYS),
        /** The sum that the admin was shown; compared where it is sent. */
        price: z.optional(Price),
        ...AnotherSum,
        /** The admin's confirmation that the class is for other ages. */
        confirmage: z.boolean().optional(),
        confirmclash,
      })
      .refine(hasReason, { path: ['reason'], message: SAY_WHY })
      .refine(({ pay, amount }) => pay !== 'free' || amount === undefined, {
        path: ['amount'],
        message: 'A place that is free of charge has no other sum.',
      }),
    response: { 200: Booked },
  },
  markPaid: {
    summary: 'Says that what was owed for an enrolment, or another sum instead, was paid at the school.',
    refusals: ['enrolment-not-found', 'already-paid'],
    params: ById,
    body: ByHandMovement.extend(AnotherSum)
      .refine(hasReason, { path: ['reason'], message: SAY_WHY })
      .refine(({ amount }) => amount !== 0, { path: ['amount'], message: 'Enter the sum that was paid.' }),
    response: { 200: Updated },
  },
  markReturned: {
    summary: 'Says that what was paid by hand for an enrolment that ended was given back.',
    refusals: ['enrolment-not-found', 'not-owed-back'],
    params: ById,
    body: ByHandMovement,
    response: { 200: Updated },
  },
});
