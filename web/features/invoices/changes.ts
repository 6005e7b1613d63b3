import type * as z from 'zod/mini';
import type { VoidDraft } from '#contract/invoices/form.ts';
import { invoiceCalls } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(invoiceCalls);

/** What admins do with a family's invoices. */
export const invoiceChanges = {
  issueInvoice: (body: { userid: string; chargeids: string[]; orderids: string[] }) =>
    attempt(api.issueInvoice({ body }), t('invoices.was_issued')),
  voidInvoice: ({ id, ...body }: z.input<typeof VoidDraft> & { id: string }) =>
    attempt(api.voidInvoice({ params: { id }, body }), t('invoices.was_voided')),
};
