import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { ById, Id, Moment, Money } from '#contract/primitives.schema.ts';
import { familyPaymentCalls } from './calls.ts';

/** The most invoices that one payment names. */
const INVOICES_MAX = 100;

/** What the browser confirms a payment with, and until when. */
export const InvoicePayment = z
  .object({ clientSecret: z.string(), price: Money, currency: z.string(), holduntil: Moment })
  .meta({ id: 'InvoicePayment' });

export const familyPaymentEndpoints = withSchemas(familyPaymentCalls, {
  payInvoices: {
    summary:
      'Says how to pay by card what is open of an invoice, and of others that `invoiceids` names, in one payment; places on them that are owed are paid at the school. With `instalmentid` it is what is left of that instalment of the invoice. Asked again for the same it is the same payment; another one for invoices that is still open ends.',
    unlogged: 'Nothing moves until it is paid.',
    refusals: [
      'invoice-not-found',
      'nothing-to-pay',
      'instalment-not-found',
      'email-not-verified',
      'payment-refused',
      'payment-expired',
      'user-not-found',
      'provider-unavailable',
    ],
    params: ById,
    body: z.strictObject({
      invoiceids: z.array(Id.min(1)).max(INVOICES_MAX).optional(),
      instalmentid: Id.min(1).optional(),
    }),
    response: { 200: InvoicePayment },
  },
  recordPaidInvoices: {
    summary:
      'Records a payment of an invoice once the card service confirms it, as its event does; gives what was paid. It pays the invoices that it was for, then others, the oldest first; the rest is the account’s credit. Safe to repeat.',
    unlogged: 'The ledger says what was paid, and when.',
    refusals: ['invoice-not-found', 'payment-not-found', 'provider-unavailable'],
    params: ById,
    body: z.strictObject({ transactionId: Id.min(1, says('payments.transaction_missing')) }),
    response: { 200: z.object({ paid: Money }) },
  },
});
