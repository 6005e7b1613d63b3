import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as answers from './answers.schema.ts';

export type PaymentIntent = z.input<typeof answers.PaymentIntent>;
export type Enrolment = z.input<typeof answers.Enrolment>;
export type PastEnrolment = z.input<typeof answers.PastEnrolment>;
export type CancelledEnrolment = z.input<typeof answers.CancelledEnrolment>;
export type Receipt = z.input<typeof answers.Receipt>;
export type ByHandPay = (typeof BY_HAND_PAYS)[number];
export type HandKind = (typeof HAND_KINDS)[number];
export type EnrolMode = (typeof ENROL_MODES)[number];
/** What enrolling several came to, or would. */
export type EnrolledSeveral = z.input<typeof answers.EnrolledSeveral>;

/** Ways of payment outside the card service. */
export const HAND_KINDS = ['cash', 'transfer'] as const;

/** How the office may enrol a learner by hand: paid to the school already, owed to it, or free of charge. */
export const BY_HAND_PAYS = [...HAND_KINDS, 'due', 'free'] as const;

/** Whether several are enrolled together or not at all, or those who can be. */
export const ENROL_MODES = ['all', 'fitting'] as const;

/** The most places that the office gives by one call. */
export const ENROL_ITEMS_MAX = 50;

/** The longest reason for a different sum. */
export const PRICE_REASON_MAX = 120;

/** Kinds of movements of money, by card or by hand. */
export const MOVEMENTS = [
  'charge',
  'refund',
  'refund_failed',
  'chargeback',
  ...HAND_KINDS,
  'cash_refund',
  'transfer_refund',
] as const;

/** How long a seat is held for a student who pays. */
export const HOLD_MS = 15 * 60_000;

/** The most open payments of one payer. */
export const OPEN_ORDERS_MAX = 3;

/** The most places of one payment. */
export const CHECKOUT_ITEMS_MAX = 20;

/**
 * The most places that one payer may have held within a day by payments for several places that were never
 * made.
 */
export const UNPAID_PLACES_A_DAY = 60;

/** The places of a class that one family may hold at once, however small the class is. */
export const FAMILY_HOLDS_MIN = 4;

const students = { student: 'any' } as const;
const office = { office: 'any', admin: 'any' } as const;

export const paymentCalls = {
  createPaymentIntent: { method: 'POST', url: '/create-payment-intent', config: { access: students } },
  /** One payment for several classes or learners: all places or none. */
  checkout: { method: 'POST', url: '/checkout', config: { access: students } },
  recordPayment: {
    method: 'POST',
    url: '/payments/:classid',
    config: { access: ownOfEveryRole('body.email') },
  },
  enrolFree: { method: 'POST', url: '/enrol/:classid', config: { access: students } },
  listEnrolments: {
    method: 'GET',
    url: '/enrolledclasses/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  /** A page of them; with a class or a learner, those of it. */
  browseEnrolments: {
    method: 'GET',
    url: '/enrolledclasses/:email/page',
    config: { access: ownOfEveryRole('params.email') },
  },
  /** Places that ended before their class, with their refunds; the newest first. */
  listPastEnrolments: {
    method: 'GET',
    url: '/pastenrolments/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  cancelEnrolment: {
    method: 'POST',
    url: '/enrolments/:id/cancel',
    config: { access: { ...ownOfEveryRole('enrolment'), ...office } },
  },
  /** Moves a place to another learner of the family; no money moves. */
  movePlace: {
    method: 'PUT',
    url: '/enrolments/:id/learner',
    config: { access: { ...ownOfEveryRole('enrolment'), ...office } },
  },
  readReceipt: {
    method: 'GET',
    url: '/receipts/:id',
    config: { access: { ...ownOfEveryRole('receipt'), ...office, key: 'money' } },
  },
  enrolByHand: { method: 'POST', url: '/enrolments', config: { access: office } },
  /** Records how a debt was paid. */
  markPaid: { method: 'PUT', url: '/enrolments/:id/paid', config: { access: office } },
  /** Records what a family paid at the school, for whatever it owes. */
  recordMovement: { method: 'POST', url: '/movements', config: { access: office } },
  /** Records how money that came by hand was refunded after the place ended. */
  markReturned: { method: 'PUT', url: '/enrolments/:id/returned', config: { access: office } },
} as const satisfies Calls;
