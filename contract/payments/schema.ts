import * as z from 'zod';
import { EnteredCode } from '#contract/discounts/form.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { KnownEmail, says } from '#contract/fields.form.ts';
import { PARTS_MAX, PARTS_MIN } from '#contract/instalments/calls.ts';
import { PRICE_FAULT, Price } from '#contract/numbers.form.ts';
import {
  ByEmail,
  ById,
  DryQuery,
  Id,
  Inserted,
  LearnerIds,
  lenient,
  optionalBody,
  Place,
  pageOf,
  Updated,
} from '#contract/primitives.schema.ts';
import {
  Booked,
  CancelledEnrolment,
  EnrolledSeveral,
  Enrolment,
  PastEnrolment,
  PaymentIntent,
  Receipt,
} from './answers.schema.ts';
import {
  BY_HAND_PAYS,
  CHECKOUT_ITEMS_MAX,
  ENROL_ITEMS_MAX,
  ENROL_MODES,
  HAND_KINDS,
  paymentCalls,
} from './calls.ts';
import { AnotherSumDraft, MovementDraft } from './movement-form.ts';

/** The payer's confirmation of a clash with other lessons of the learner. */
const confirmclash = z.codec(z.boolean().nullish(), z.boolean(), {
  decode: (known) => known ?? false,
  encode: (known) => known,
});

/** The code of a discount. */
const code = z.optional(EnteredCode);

const ByClass = z.object({ classid: Id });

/** A movement of money by hand; the same `key` again is the same movement. */
const ByHandMovement = z.strictObject({
  kind: z.enum(HAND_KINDS),
  key: Id.min(1, says('payments.key_missing')),
});

const AnotherSum = {
  amount: z.optional(AnotherSumDraft.shape.amount),
  reason: z.optional(AnotherSumDraft.shape.reason),
};
const hasReason = ({ amount, reason }: { amount?: number; reason?: string }) =>
  amount === undefined || reason !== undefined;

/** Whom the office enrols in which class, and how it is paid. */
const ByHand = z
  .strictObject({
    /** Left out where several are enrolled by one call. */
    mode: z.literal('one').optional(),
    classid: Id.min(1, says('classes.choose_class')),
    learnerid: Id.min(1, says('payments.choose_child')),
    pay: z.enum(BY_HAND_PAYS),
    /** The sum that the admin was shown; compared where it is sent. */
    price: z.optional(Price),
    ...AnotherSum,
    /** The admin's confirmation that the class is for other ages. */
    confirmage: z.boolean().optional(),
    confirmclash,
  })
  .refine(hasReason, { path: ['reason'], ...says('payments.say_why') })
  .refine(({ pay, amount }) => pay !== 'free' || amount === undefined, {
    path: ['amount'],
    ...says('payments.free_has_no_sum'),
  });

/** The same, and how what was owed was paid, as programs say it. */
export const ByHandFields = {
  classid: Id.min(1),
  learnerid: Id.min(1),
  pay: z.enum(BY_HAND_PAYS),
  ...AnotherSum,
  confirmage: z.boolean().optional(),
  confirmclash: z.boolean().optional(),
};
export const SumFields = { kind: z.enum(HAND_KINDS), ...AnotherSum };

/** Several, all or those who fit; what is named twice is one place. */
const SeveralByHand = z.strictObject({
  mode: z.enum(ENROL_MODES),
  items: z.array(ByHand).min(1).max(ENROL_ITEMS_MAX),
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
  'already-reserved',
  'reserves-apart',
  'other-paying',
  'price-differs',
  'code-unknown',
  'code-used-up',
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
     * `classid` holds a seat for the class, `learnerids` one for each of several learners or none; the spec's
     * call without a class gets a plain intent. Without a learner it is for the caller.
     */
    body: z
      .object({
        price: z.optional(Price),
        classid: Id.min(1).optional(),
        learnerid: Id.min(1).optional(),
        learnerids: LearnerIds.optional(),
        code,
        confirmclash,
      })
      .refine(({ price, learnerids }) => price !== undefined || learnerids, {
        path: ['price'],
        ...PRICE_FAULT,
      })
      .refine(({ classid, learnerids }) => classid !== undefined || !learnerids, {
        path: ['classid'],
        ...says('payments.name_class'),
      }),
    response: { 200: PaymentIntent },
  },
  checkout: {
    summary: 'Holds a seat for each item, all or none, and says how to pay for them together.',
    unlogged: 'The orders say who pays for what, and when.',
    refusals: [...startRefusals, 'class-full', 'instalments-too-small'],
    body: z.strictObject({
      items: z
        .array(z.strictObject({ classid: Id.min(1), learnerid: Id.min(1).optional() }))
        .min(1)
        .max(CHECKOUT_ITEMS_MAX),
      /** The sum that the payer was shown; compared where it is sent. */
      price: z.optional(Price),
      code,
      /**
       * In how many instalments they are paid: the first one now, the others each a month later, taken from the
       * card, which has to be saved for it. `words` of the answer is what the payer agrees to by paying.
       */
      instalments: z.int().min(PARTS_MIN).max(PARTS_MAX).optional(),
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
      transactionId: Id.min(1, says('payments.transaction_missing')),
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
      'code-unknown',
      'code-used-up',
      'email-not-verified',
      'payment-expired',
      'too-many-orders',
      'too-many-held',
      'provider-unavailable',
    ],
    params: ByClass,
    body: optionalBody(z.strictObject({ learnerid: Id.min(1).optional(), code, confirmclash })),
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
      learnerid: Id.min(1, says('payments.choose_taker')),
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
      'Enrols a learner, or several, who pay at the school, owe it, or need not pay; with `dry` it only says at what price, and who can be enrolled.',
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
    /** Of several what stands in the way of each is in the answer, and no refusal of the call. */
    body: z.discriminatedUnion('mode', [ByHand, SeveralByHand]),
    response: { 200: z.union([EnrolledSeveral, Booked]) },
  },
  markPaid: {
    summary: 'Says that what was owed for an enrolment, or another sum instead, was paid at the school.',
    refusals: ['enrolment-not-found', 'already-paid'],
    params: ById,
    body: ByHandMovement.extend(AnotherSum)
      .refine(hasReason, { path: ['reason'], ...says('payments.say_why') })
      .refine(({ amount }) => amount !== 0, { path: ['amount'], ...says('payments.enter_sum') }),
    response: { 200: Updated },
  },
  recordMovement: {
    summary:
      'Notes what a family paid at the school. It pays open invoices, and places that are owed whole, the oldest first, or the invoice of `invoiceid` before all else; what is left over is credit. The same `key` again for the family adds nothing and answers the same.',
    refusals: ['user-not-found', 'price-differs', 'invoice-not-found', 'invoice-void', 'invoice-paid'],
    body: z.strictObject({
      ...MovementDraft.shape,
      userid: Id.min(1),
      key: Id.min(1, says('payments.key_missing')),
    }),
    response: { 200: Inserted },
  },
  markReturned: {
    summary: 'Says that what was paid by hand for an enrolment that ended was given back.',
    refusals: ['enrolment-not-found', 'not-owed-back'],
    params: ById,
    body: ByHandMovement,
    response: { 200: Updated },
  },
});
