import type { Stripe } from '@stripe/stripe-js';
import type { ApiError } from '#contract/client.ts';
import { familyPaymentCalls, type InvoicePayment } from '#contract/familypayments/calls.ts';
import { type InstalmentPlan, instalmentCalls } from '#contract/instalments/calls.ts';
import { invoiceCalls, type PayableInvoice } from '#contract/invoices/office-calls.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { cardForm } from './card-form.ts';
import { refusalOf } from './open-payment.ts';
import { payableOf } from './payable.ts';
import { readSavedCard } from './saved/saved-card.ts';

const api = apiOf(invoiceCalls, familyPaymentCalls, instalmentCalls);

/** What is paid: all that is open, an instalment, or an invoice in so many parts. */
export type Paying = { part: string } | { invoice: string; parts: number } | undefined;

/** What can be paid now, the oldest invoice first; or why nothing can. */
export type OpenInvoicePayment = { invoices: readonly PayableInvoice[] } & (
  | { state: 'paid' }
  | {
      state: 'payable';
      intent: InvoicePayment;
      plan: InstalmentPlan | undefined;
      stripe: Stripe;
      card: SavedCard | undefined;
    }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

/** Prepares the payment. May be asked again: it is the same payment then. */
export async function openInvoicePayment(paying: Paying): Promise<OpenInvoicePayment> {
  const invoices = chosenOf((await api.listOwnInvoices()).invoices, paying);
  if (invoices.length === 0) return { invoices, state: 'paid' };
  const [intent, stripe, card] = await Promise.all([
    prepare(invoices, paying).catch(refusalOf),
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
  return { invoices, state: 'payable', intent, plan: 'parts' in intent ? intent : undefined, stripe, card };
}

function chosenOf(invoices: readonly PayableInvoice[], paying: Paying): PayableInvoice[] {
  if (!paying) return payableOf(invoices);
  if ('invoice' in paying)
    return invoices.filter(({ _id, payable }) => _id === paying.invoice && payable > 0);
  return invoices.filter(({ instalments = [] }) =>
    instalments.some(({ _id, left }) => _id === paying.part && left > 0),
  );
}

function prepare(
  invoices: readonly PayableInvoice[],
  paying: Paying,
): Promise<InvoicePayment | InstalmentPlan> {
  const [id = '', ...invoiceids] = invoices.map(({ _id }) => _id);
  if (!paying) return api.payInvoices({ params: { id }, body: { invoiceids } });
  if ('part' in paying) return api.payInvoices({ params: { id }, body: { instalmentid: paying.part } });
  return api.startInstalments({ params: { id }, body: { parts: paying.parts } });
}

/** Tells the school that the invoices were paid. */
export const recordPaid = (invoiceid: string, transactionId: string) =>
  api.recordPaidInvoices({ params: { id: invoiceid }, body: { transactionId } });
