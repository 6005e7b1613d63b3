import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Price } from '#contract/numbers.form.ts';
import { PaymentIntent } from '#contract/payments/answers.schema.ts';
import { ById, Id, Moment, Money } from '#contract/primitives.schema.ts';
import { trialCalls } from './calls.ts';

const Lesson = {
  startsat: Moment,
  endsat: Moment,
  room: z.string().nullable(),
};

export const TrialOffer = z
  .object({
    /** Null where the class offers no trial lesson. */
    price: Money.nullable(),
    currency: z.string(),
    /** Lessons to come that have a place for a guest, as they begin. */
    lessons: z.array(z.object({ _id: Id, ...Lesson, free: z.int() })),
  })
  .meta({ id: 'TrialOffer' });

/** What a learner tries; of a lesson that is out of the records there are no times. */
export const Trial = z
  .object({
    _id: Id,
    lessonid: Id,
    learnerid: Id,
    learnername: z.string(),
    classid: Id,
    classname: z.string(),
    startsat: Moment.nullable(),
    endsat: Moment.nullable(),
    room: z.string().nullable(),
    price: Money,
    currency: z.string(),
    /** `paying` while the place is held, `booked`, `over`, or `ended` where it was given back or not held. */
    state: z.enum(['paying', 'booked', 'over', 'ended']),
    /** Until when the place is held for who pays. */
    holduntil: Moment.optional(),
    /** Until when it can be given back; absent where it cannot any more. */
    giveupuntil: Moment.optional(),
    /** What is taken off the price when the learner enrols; absent where nothing is. */
    off: Money.optional(),
    /** Whether another account pays for it. */
    paidbyother: z.literal(true).optional(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Trial' });

/** A lesson that a learner is to try; the account itself where none is named. */
const NewTrial = z.strictObject({
  learnerid: Id.min(1).optional(),
  lessonid: Id.min(1),
  /** The sum that the payer was shown; compared where it is sent. */
  price: z.optional(Price),
});

export const BookedTrial = z
  .object({
    /** Absent until it is paid. */
    insertedId: Id.optional(),
    /** How to pay for it; absent where it is booked. */
    payment: PaymentIntent.optional(),
  })
  .meta({ id: 'BookedTrial' });

export const GivenUpTrial = z.object({
  deletedCount: z.int(),
  /** Where its money is; absent of one that was free, or not paid yet. */
  state: z.enum(['refund_due', 'refunded', 'refund_failed']).optional(),
});

export const trialEndpoints = withSchemas(trialCalls, {
  offerTrials: {
    summary: 'The next lessons of a class that can be tried, and what one costs.',
    refusals: ['class-not-found'],
    params: ById,
    response: { 200: TrialOffer },
  },
  listTrials: {
    summary: 'The trial lessons of the account’s learners, or of one of them, the newest first.',
    querystring: z.object({ learnerid: Id.optional() }),
    refusals: ['learner-not-found'],
    response: { 200: z.array(Trial) },
  },
  bookTrial: {
    summary:
      'Books a trial lesson for the caller or a child of theirs, or holds its place and says how to pay for it. The payment is recorded as that of a class.',
    unlogged: 'The order says who tries what, and when.',
    refusals: [
      'learner-not-found',
      'lesson-not-found',
      'lesson-cancelled',
      'lesson-begun',
      'class-closed',
      'class-not-open',
      'no-trial',
      'trial-used',
      'already-enrolled',
      'other-paying',
      'age-outside',
      'born-missing',
      'learner-clash',
      'no-place',
      'price-differs',
      'payment-expired',
      'payment-refused',
      'email-not-verified',
      'too-many-orders',
      'provider-unavailable',
    ],
    body: NewTrial,
    response: { 200: BookedTrial },
  },
  giveUpTrial: {
    summary:
      'Gives a trial lesson back until the day before, or until it ends where it was moved; the money goes back to the card.',
    unlogged: 'The order says when it was given back.',
    refusals: ['learner-not-found', 'lesson-begun', 'cancel-too-late', 'provider-unavailable'],
    params: z.object({ lessonid: Id, learnerid: Id }),
    response: { 200: GivenUpTrial },
  },
});
