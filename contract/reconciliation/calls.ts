import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Reconciliation = z.input<typeof schema.Reconciliation>;
export type ReconciliationLine = z.input<typeof schema.ReconciliationLine>;
export type ReconciliationItem = z.input<typeof schema.ReconciliationItem>;
export type Verdict = (typeof VERDICTS)[number];

/** How a payment at the card service compares with the enrolment here. */
export const VERDICTS = [
  'matched',
  'paid-not-enrolled',
  'enrolled-not-paid',
  'partly-refunded',
  'refunded',
  'owed-back',
  'owed',
  'ledger-differs',
  'amount-differs',
  'refunded-too-much',
  'order-without-enrolment',
  'enrolment-without-order',
] as const;

/** The state of a place and its money; before it is paid it is held. */
export const PLACE_STATES = [
  'held',
  'intent',
  'expiring',
  'expired',
  'enrolled',
  'refund_due',
  'refunded',
  'refund_failed',
] as const;

/** The most payments of one answer that need an admin, and how many a screen asks for at once. */
export const ATTENTION_MAX = 200;
export const ATTENTION_SHOWN = 25;

export type PaymentAttention = (typeof ATTENTIONS)[number];

/** Findings that need an admin until they are repaired or noted. */
export const ATTENTIONS = [
  'partly-refunded',
  'refunded-outside',
  'disputed',
  'dispute-lost',
  'refund-failed',
  'owed-back',
] as const;

/** The figures of a month. */
export const FIGURES = ['card', 'cash', 'transfer', 'owed', 'givenback'] as const;
export type Figure = (typeof FIGURES)[number];
export type MonthPlaces = z.input<typeof schema.MonthPlaces>;
export type MonthPlace = MonthPlaces['items'][number];

const REPAIRABLE = new Set<Verdict>(['paid-not-enrolled', 'enrolled-not-paid', 'partly-refunded']);

const WRONG = new Set<Verdict>([
  ...REPAIRABLE,
  'ledger-differs',
  'amount-differs',
  'refunded-too-much',
  'order-without-enrolment',
  'enrolment-without-order',
]);

/** Whether a payment and its enrolment do not agree. */
export const isWrong = (verdict: Verdict) => WRONG.has(verdict);

/**
 * Whether an admin can make them agree: records that contradict themselves are mended by the operator of the
 * server.
 */
export const isRepairable = (verdict: Verdict) => REPAIRABLE.has(verdict);

/** A calendar month at the school, such as 2026-09. */
export const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;

const admins = { admin: 'any' } as const;
const readers = { ...admins, key: 'money' } as const;

export const reconciliationCalls = {
  reconcileMonth: { method: 'GET', url: '/money', config: { access: { office: 'any', ...readers } } },
  /** What a figure of a month is made of. */
  browseMonthPlaces: {
    method: 'GET',
    url: '/money/places',
    config: { access: { office: 'any', ...readers } },
  },
  exportMonthPlaces: {
    method: 'GET',
    url: '/money/places.csv',
    config: { access: { office: 'any', ...readers } },
  },
  listAttention: { method: 'GET', url: '/money/attention', config: { access: readers } },
  repairPayment: { method: 'POST', url: '/money/repair', config: { access: admins } },
} as const satisfies Calls;
