import type { Stripe } from '@stripe/stripe-js';
import type { ApiError } from '#contract/client.ts';
import { familyPaymentCalls, type InvoicePayment } from '#contract/familypayments/calls.ts';
import { invoiceCalls, type PayableInvoice } from '#contract/invoices/office-calls.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { cardForm } from './card-form.ts';
import { refusalOf } from './open-payment.ts';
import { payableOf } from './payable.ts';
import { readSavedCard } from './saved/saved-card.ts';

const api = apiOf(invoiceCalls, familyPaymentCalls);

/** What can be paid of invoices now, the oldest first; or why nothing can. */
export type OpenInvoicePayment = { invoices: readonly PayableInvoice[] } & (
  | { state: 'paid' }
  | { state: 'payable'; intent: InvoicePayment; stripe: Stripe; card: SavedCard | undefined }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

/** Prepares one payment of all that is open. May be asked again: it is the same payment then. */
export async function openInvoicePayment(): Promise<OpenInvoicePayment> {
  const invoices = payableOf((await api.listOwnInvoices()).invoices);
  const [first, ...others] = invoices;
  if (!first) return { invoices, state: 'paid' };
  const [intent, stripe, card] = await Promise.all([
    api
      .payInvoices({ params: { id: first._id }, body: { invoiceids: others.map(({ _id }) => _id) } })
      .catch(refusalOf),
    cardForm().catch((error: Error) => error),
    readSavedCard(),
  ]);
  if (intent instanceof Error) {
    // It was paid before, and the school has just found out.
    if (intent.code === 'nothing-to-pay') return { invoices: [], state: 'paid' };
    return { invoices, state: 'refused', problem: intent };
  }
  if (stripe instanceof Error || !stripe)
    return { invoices, state: 'no-card-form', problem: stripe?.message ?? '' };
  return { invoices, state: 'payable', intent, stripe, card };
}

/** Tells the school that the invoices were paid. */
export const recordPaid = (invoiceid: string, transactionId: string) =>
  api.recordPaidInvoices({ params: { id: invoiceid }, body: { transactionId } });
