import * as z from 'zod';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { PRICE_UNITS } from '#contract/classes/calls.ts';
import { Code } from '#contract/errors.schema.ts';
import { Id, Moment, Money } from '#contract/primitives.schema.ts';
import { RESERVE_MODES } from '#contract/school/calls.ts';
import { HAND_KINDS } from './calls.ts';

/** How many lessons are left of a class, and of how many. */
export const LessonCount = z.object({ left: z.int(), of: z.int() });

/**
 * The regular price of a place, and the reason for another one; without a reason, the sum was too small for a
 * card.
 */
export const Agreed = { fullprice: Money.optional(), pricereason: z.string().optional() };

/** What a place costs beside `price`, in later instalments or by invoice; absent where it is nothing. */
const Rest = { rest: Money.optional() };

/** The intent that the browser pays with, the sum, and until when the seat is held. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string(),
    price: Money,
    currency: z.string(),
    holduntil: Moment,
    /** The lessons that are left and all of the class, where that sets the price. */
    lessons: LessonCount.optional(),
    ...Agreed,
    ...Rest,
    /**
     * Of places in classes that run once enough learners have joined: `later` saves the card, by a setup intent, and
     * charges it once that is decided, `giveback` charges it now and gives all of it back where the class does not
     * run. Until when learners join, as a day.
     */
    reserves: z.literal(true).optional(),
    mode: z.enum(RESERVE_MODES).optional(),
    decideby: z.iso.date().optional(),
    /** The instalments of which `price` is the first one. */
    parts: z.array(z.object({ day: z.iso.date(), amount: Money })).optional(),
    /** What the payer agrees to by paying in instalments, or by reserving. */
    words: z.string().optional(),
    /** The places, where there are several. */
    items: z
      .array(
        z.object({
          classid: Id,
          learnerid: Id,
          price: Money,
          lessons: LessonCount.optional(),
          ...Agreed,
          ...Rest,
        }),
      )
      .optional(),
    /**
     * Whether the code that was entered takes anything off: false where more than that is taken off already.
     * Absent where none was entered.
     */
    codeused: z.boolean().optional(),
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

/** The sum that a place was or would be booked at, with what determines it. */
export const Booked = z.object({
  /** Absent from a dry run. */
  insertedId: Id.optional(),
  price: Money,
  currency: z.string(),
  /** The lessons that are left and all of the class, where that sets the price. */
  lessons: Lessons,
  ...Agreed,
});

const WhichPlace = { classid: Id, learnerid: Id };

/** What enrolling several came to, or with `dry` would. */
export const EnrolledSeveral = z.object({
  enrolled: z.array(Booked.extend(WhichPlace)),
  /** Who was not, and why: the code and the sentence of the refusal. */
  leftout: z.array(z.object({ ...WhichPlace, code: Code, detail: z.string() })),
  sums: z.object({ cash: Money, transfer: Money, owed: Money }),
  currency: z.string(),
  /** Families that pay, each of which is told by one mail. */
  families: z.int(),
});

/** How a place was paid by hand, or `owed`; absent where it was paid by card or is free. */
export const PaidByHand = z.enum([...HAND_KINDS, 'due']).optional();

/** True where another account paid, which alone has the receipt; absent where the caller paid. */
const PaidByOther = z.literal(true).optional();

export const Enrolment = z
  .object({
    _id: Id,
    classid: z.string(),
    email: z.string().nullable(),
    learnerid: Id,
    learnername: z.string(),
    transactionId: z.string(),
    price: Money,
    ...Rest,
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
 * `refund_due`: the money is on its way back, or the school gives it back where it came by hand; `refunded`:
 * the card service has taken the refund; `expired`: it was owed and is no longer.
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
    ...Rest,
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
    email: z.string().nullable(),
    learnerid: Id,
    learnername: z.string(),
    classid: z.string(),
    classname: z.string(),
    /** Of a trial lesson of the class; absent of a place in it. */
    trial: z.literal(true).optional(),
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
    ...Rest,
    /** When money was last refunded, or a free place was given up; null while the receipt is valid. */
    refundedat: Moment.nullable(),
    /** All places of the payment, this one included, where there were several. */
    items: z.array(ReceiptItem).optional(),
  })
  .meta({ id: 'Receipt' });
