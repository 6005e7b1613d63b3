import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A family with something open past its day. */
export type Debtor = z.input<typeof schema.Debtor>;
export type DebtorItem = Debtor['items'][number];
/** What a reminder is, or with `dry` would be. */
export type Reminded = z.input<typeof schema.Reminded>;

export const DEBT_KINDS = ['invoice', 'place'] as const;

/** The most families of one answer, and how many a screen shows at once. */
export const DEBTORS_MAX = 200;
export const DEBTORS_SHOWN = 25;

/** Where a family stands in the list of those that have not paid in time: what to ask with as `after`. */
export const placeOfDebtor = ({ since, userid }: Pick<Debtor, 'since' | 'userid'>): string =>
  `${since}.${userid}`;

const admins = { admin: 'any' } as const;

/** A key may read what is owed, and writes to no family. */
export const debtCalls = {
  listDebtors: {
    method: 'GET',
    url: '/debtors',
    config: { access: { ...admins, key: 'money' } },
  },
  remindDebtor: { method: 'POST', url: '/debtors/:userid/reminders', config: { access: admins } },
} as const satisfies Calls;
