import type * as z from 'zod';
import { ownOnly } from '#contract/account/sign-out.ts';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Invoice = z.input<typeof schema.Invoice>;
export type PayableInvoice = z.input<typeof schema.PayableInvoice>;
export type Uninvoiced = z.input<typeof schema.Uninvoiced>;

/** An invoice, and the credit note that takes one back; both take their numbers from one sequence. */
export const INVOICE_KINDS = ['invoice', 'credit'] as const;
/** A void invoice keeps its number and has a credit note. */
export const INVOICE_STATES = ['issued', 'void'] as const;
/** The most charges and places of one invoice. */
export const INVOICE_LINES_MAX = 200;

const office = { office: 'any', admin: 'any' } as const;
const admins = { admin: 'any' } as const;

/* No public page loads them. */
export const invoiceCalls = {
  listOwnInvoices: { method: 'GET', url: '/account/invoices', config: { access: ownOnly } },
  listInvoices: { method: 'GET', url: '/invoices', config: { access: { ...office, key: 'money' } } },
  readInvoice: {
    method: 'GET',
    url: '/invoices/:id',
    config: { access: { ...ownOfEveryRole('invoice'), ...office, key: 'money' } },
  },
  readInvoicePdf: {
    method: 'GET',
    url: '/invoices/:id.pdf',
    config: { access: { ...ownOfEveryRole('invoice'), ...office, key: 'money' } },
  },
  listUninvoiced: { method: 'GET', url: '/families/:userid/uninvoiced', config: { access: office } },
  issueInvoice: { method: 'POST', url: '/invoices', config: { access: admins } },
  voidInvoice: { method: 'POST', url: '/invoices/:id/void', config: { access: admins } },
} as const satisfies Calls;
