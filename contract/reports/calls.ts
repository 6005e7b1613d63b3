import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** The first screen of who runs the school. */
export type Today = z.input<typeof schema.Today>;
export type TodayLesson = Today['lessons'][number];
/** The figures of the school, for admins. */
export type Overview = z.input<typeof schema.Overview>;
export type OverviewWeek = Overview['weeks'][number];

export const OVERVIEW_WEEKS = 12;
/** The most pending classes that the overview names, the longest waiting first. */
export const OVERVIEW_WAITING = 5;

/** The most lessons of a day that the first screen names, and classes with free places of each kind. */
export const TODAY_LESSONS = 300;
/** How many of them a screen asks for at once, and up to how many learners of a lesson are then named. */
export const TODAY_SHOWN = 20;
export const TODAY_NAMED = 30;
export const TODAY_FREE = 5;
/** The most registers not taken that it names. */
export const TODAY_REGISTERS = 10;

const admins = { admin: 'any' } as const;

export const reportCalls = {
  /** API keys cannot read it: it names who comes beside what is owed. */
  readToday: { method: 'GET', url: '/today', config: { access: { office: 'any', ...admins } } },
  readOverview: { method: 'GET', url: '/reports/overview', config: { access: { ...admins, key: 'read' } } },
  exportUsers: { method: 'GET', url: '/reports/users.csv', config: { access: { ...admins, key: 'people' } } },
  exportClasses: {
    method: 'GET',
    url: '/reports/classes.csv',
    config: { access: { office: 'any', ...admins, key: 'read' } },
  },
  exportPayments: {
    method: 'GET',
    url: '/reports/payments.csv',
    config: { access: { ...admins, key: 'money' } },
  },
  /** For an accountant: what moved, what was charged and what was invoiced, in the same columns. */
  exportMovements: {
    method: 'GET',
    url: '/reports/month.csv',
    config: { access: { ...admins, key: 'money' } },
  },
  exportCharges: {
    method: 'GET',
    url: '/reports/charges.csv',
    config: { access: { ...admins, key: 'money' } },
  },
  exportInvoices: {
    method: 'GET',
    url: '/reports/invoices.csv',
    config: { access: { ...admins, key: 'money' } },
  },
  /** What families have not paid in time, in the same columns. */
  exportDebtors: {
    method: 'GET',
    url: '/reports/debtors.csv',
    config: { access: { ...admins, key: 'money' } },
  },
} as const satisfies Calls;
