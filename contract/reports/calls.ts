import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** The admin's first screen. */
export type Overview = z.input<typeof schema.Overview>;
export type OverviewWeek = Overview['weeks'][number];

export const OVERVIEW_WEEKS = 12;
/** The most pending classes that the overview names, the longest waiting first. */
export const OVERVIEW_WAITING = 5;

const admins = { admin: 'any' } as const;

export const reportCalls = {
  readOverview: { method: 'GET', url: '/reports/overview', config: { access: { ...admins, key: 'read' } } },
  exportUsers: { method: 'GET', url: '/reports/users.csv', config: { access: { ...admins, key: 'people' } } },
  exportClasses: {
    method: 'GET',
    url: '/reports/classes.csv',
    config: { access: { ...admins, key: 'read' } },
  },
  exportPayments: {
    method: 'GET',
    url: '/reports/payments.csv',
    config: { access: { ...admins, key: 'money' } },
  },
} as const satisfies Calls;
