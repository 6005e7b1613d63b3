import { isUnprovedImport } from '#server/auth/queries.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { findInvoice } from './queries.ts';
import { type InvoiceOptions, invoiceRoutes } from './routes.ts';

export const invoiceFeature = (options: InvoiceOptions): Feature => ({
  routes: (app) => invoiceRoutes(app, options),
  own: {
    invoice: async (id, caller) => {
      const invoice = await findInvoice(options.db, id);
      ensure(invoice?.userid === caller._id, 'invoice-not-found');
      ensure(!(await isUnprovedImport(options.db, caller)), 'invoice-not-found');
    },
  },
});
