import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import { invoiceEndpoints } from '#contract/invoices/schema.ts';
import { t } from '#languages/t.ts';
import { isUnprovedImport } from '#server/auth/queries.ts';
import { takePage } from '#server/database/lists/pagination.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { findUser } from '#server/features/users/index.ts';
import { sendPdf } from '#server/http/answers/send-pdf.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { issueInvoice } from './issue-invoice.ts';
import { makeFile } from './make-file.ts';
import { findInvoice, findInvoices, findUninvoicedCharges, findUninvoicedOrders } from './queries.ts';
import { printedOf, withSums } from './shown.ts';
import { voidInvoice } from './void-invoice.ts';

export type InvoiceOptions = { db: Kysely<Database>; readSchool: ReadSchool; now: () => number };

export const invoiceRoutes: FastifyPluginAsyncZod<InvoiceOptions> = async (app, { db, readSchool, now }) => {
  const today = async () => schoolDay(await readSchool(), now());

  app.route({
    ...invoiceEndpoints.listOwnInvoices,
    handler: async ({ user }) => {
      // Who signed in by an address that the school's list names may be a stranger.
      if (await isUnprovedImport(db, user))
        throw new AppError('email-not-verified', { detail: () => t('errors.confirm_email_then_sign_in') });
      return { invoices: await withSums(db, await findInvoices(db, user._id), await today()) };
    },
  });

  app.route({
    ...invoiceEndpoints.listInvoices,
    handler: async ({ query: { userid, ...page } }) => {
      const all = db.selectFrom('invoices').selectAll();
      const { items, ...more } = await takePage(userid ? all.where('userid', '=', userid) : all, page);
      return { items: await withSums(db, items, await today()), ...more };
    },
  });

  app.route({
    ...invoiceEndpoints.readInvoice,
    handler: async ({ params: { id } }) => {
      const invoice = await findInvoice(db, id);
      ensure(invoice, 'invoice-not-found');
      const [shown] = await withSums(db, [invoice], await today());
      ensure(shown, 'invoice-not-found');
      return { ...shown, lines: printedOf(invoice).lines };
    },
  });

  app.route({
    ...invoiceEndpoints.readInvoicePdf,
    handler: async ({ params: { id } }, reply) => sendPdf(reply as never, await makeFile(db, id)),
  });

  app.route({
    ...invoiceEndpoints.listUninvoiced,
    handler: async ({ params: { userid } }) => {
      const school = await readSchool();
      ensure(await findUser(db, userid), 'user-not-found');
      const names = ({
        learnername,
        classname,
      }: {
        learnername: string | null;
        classname: string | null;
      }) => ({
        learnername: learnername ?? undefined,
        classname: classname ?? undefined,
      });
      const charges = await findUninvoicedCharges(db, userid);
      const orders = await findUninvoicedOrders(db, userid);
      return {
        currency: school.currency,
        charges: charges.map(({ _id, label, day, amount, ...of }) => ({
          _id,
          label,
          day,
          amount,
          ...names(of),
        })),
        orders: orders.map(({ _id, amount, createdat, ...of }) => ({
          ...{ _id, amount, day: schoolDay(school, createdat) },
          ...names(of),
        })),
      };
    },
  });

  app.route({
    ...invoiceEndpoints.issueInvoice,
    handler: async ({ body, user }) => {
      const issuing = { ...body, school: await readSchool(), actor: user, now: now() };
      return { insertedId: (await issueInvoice(db, issuing))._id };
    },
  });

  app.route({
    ...invoiceEndpoints.voidInvoice,
    handler: async ({ params, body, user }) => {
      const voiding = { ...params, ...body, school: await readSchool(), actor: user, now: now() };
      return { insertedId: (await voidInvoice(db, voiding))._id };
    },
  });
};
