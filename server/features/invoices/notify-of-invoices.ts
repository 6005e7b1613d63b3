import type { Db } from '#server/database/schema.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';
import type { InvoiceRow } from './queries.ts';

/** Tells webhooks of an invoice or a credit note, in the transaction that writes it (`now`: epoch milliseconds). */
export const notifyOfInvoices = (
  tx: Db,
  type: 'invoice.issued' | 'invoice.voided',
  { invoice, now }: { invoice: Pick<InvoiceRow, '_id' | 'userid'>; now: number },
): Promise<void> => {
  const { _id: invoiceid, userid } = invoice;
  return notifyWebhooks(
    tx,
    { type, timestamp: now, data: { invoiceid, userid } },
    { ref: invoiceid, userid },
  );
};
