import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What the school's invoices say, and when they are due. */
export type BillingSettings = z.input<typeof schema.BillingSettings>;

/** A learner and a class of which something is billed. */
export type BillingRow = z.input<typeof schema.BillingRow>;
export type BillingRun = z.input<typeof schema.BillingRun>;

/** A year is more than any school waits. */
export const DUE_DAYS_MAX = 366;
export const TAX_NUMBER_MAX = 40;
export const INVOICE_TEXT_MAX = 500;
/** As long as the EPC's QR code takes it ("Name of the Beneficiary", EPC069-12). */
export const HOLDER_MAX = 70;
/** The most rows that are left out, and classes that are named. */
export const BILLED_MAX = 5000;
/** Days of the longest period. */
export const PERIOD_DAYS_MAX = 366;
/** Until a school says another. */
export const DUE_AFTER_DAYS = 14;

const admins = { admin: 'any' } as const;

/* No public page loads them. */
export const billingCalls = {
  readBillingSettings: {
    method: 'GET',
    url: '/billing/settings',
    config: { access: { ...admins, key: 'money' } },
  },
  updateBillingSettings: { method: 'PUT', url: '/billing/settings', config: { access: admins } },
  bill: { method: 'POST', url: '/billing', config: { access: admins } },
  readBilling: { method: 'GET', url: '/billing/:id', config: { access: { ...admins, key: 'money' } } },
} as const satisfies Calls;
