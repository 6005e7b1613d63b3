import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { printInThread } from './print-in-thread.ts';
import { findInvoice } from './queries.ts';
import { printedOf } from './shown.ts';

/** An invoice as a file. Throws `invoice-not-found`. */
export async function makeFile(db: Db, id: string): Promise<{ filename: string; content: Buffer }> {
  const invoice = await findInvoice(db, id);
  ensure(invoice, 'invoice-not-found');
  return { filename: `${invoice.number}.pdf`, content: await printInThread(printedOf(invoice)) };
}
