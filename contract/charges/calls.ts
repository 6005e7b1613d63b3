import type { Calls } from '#contract/endpoint.ts';

export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** What a family is charged for by hand or by a run; the kinds of `LOWERING` lower what it owes. */
export const CHARGE_KINDS = ['tuition', 'fee', 'discount', 'latefee', 'credit', 'writeoff'] as const;

/** Kinds that are recorded negative. */
export const LOWERING: ReadonlySet<ChargeKind> = new Set(['discount', 'credit', 'writeoff']);

/** The longest text that says what a charge is for. */
export const CHARGE_LABEL_MAX = 120;

const admins = { admin: 'any' } as const;

/** A charge is never changed: it is reversed, once, by one of the opposite amount. */
export const chargeCalls = {
  addCharge: { method: 'POST', url: '/charges', config: { access: admins } },
  reverseCharge: { method: 'POST', url: '/charges/:id/reverse', config: { access: admins } },
} as const satisfies Calls;
