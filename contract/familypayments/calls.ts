import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type InvoicePayment = z.input<typeof schema.InvoicePayment>;

/** How families pay their invoices by card. */
export const familyPaymentCalls = {
  /** One payment for one invoice, or for several. */
  payInvoices: {
    method: 'POST',
    url: '/invoices/:id/pay',
    config: { access: ownOfEveryRole('invoice') },
  },
  recordPaidInvoices: {
    method: 'POST',
    url: '/invoices/:id/paid',
    config: { access: ownOfEveryRole('invoice') },
  },
} as const satisfies Calls;
