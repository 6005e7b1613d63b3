import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportEndpoints } from '#contract/reports/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { dialectOf, headOf, sendCsv } from '#server/http/answers/send-csv.ts';
import { chargeTable, debtorTable, invoiceTable, movementTable } from './accountant-tables.ts';
import { classTable, paymentTable, type Table, userTable } from './csv-tables.ts';
import { readOverview } from './read-overview.ts';
import { readToday } from './read-today.ts';

const headed = ({ head, rows }: Table, query: Parameters<typeof headOf>[1]) => ({
  head: headOf(head, query),
  rows,
});

/** For an accountant's spreadsheet: in the dialect of the school's country, but where a program asks. */
async function forAccountant(table: Table, query: Parameters<typeof headOf>[1], readSchool: ReadSchool) {
  const { locale } = await readSchool();
  return { ...headed(table, query), dialect: dialectOf(query.headings === 'names' ? undefined : locale) };
}

const nameOf = (name: string, month?: string) => (month === undefined ? name : `${name}-${month}`);

type Options = { db: Db; readSchool: ReadSchool; now: () => number };

export const reportRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, readSchool, now }) => {
  app.route({
    ...reportEndpoints.readToday,
    handler: async ({ user, query }) =>
      readToday(db, await readSchool(), { role: user.role, now: now(), part: query }),
  });

  app.route({
    ...reportEndpoints.readOverview,
    handler: async () => readOverview(db, await readSchool(), now()),
  });

  app.route({
    ...reportEndpoints.exportUsers,
    handler: ({ query }, reply) => sendCsv(reply, 'users', headed(userTable(db), query)),
  });

  app.route({
    ...reportEndpoints.exportClasses,
    handler: ({ query }, reply) => sendCsv(reply, 'classes', headed(classTable(db), query)),
  });

  app.route({
    ...reportEndpoints.exportPayments,
    handler: async ({ query: { month, ...query } }, reply) =>
      sendCsv(reply, nameOf('payments', month), headed(paymentTable(db, await readSchool(), month), query)),
  });

  app.route({
    ...reportEndpoints.exportMovements,
    handler: async ({ query: { month, ...query } }, reply) =>
      sendCsv(
        reply,
        nameOf('movements', month),
        await forAccountant(movementTable(db, await readSchool(), month), query, readSchool),
      ),
  });

  app.route({
    ...reportEndpoints.exportCharges,
    handler: async ({ query: { month, ...query } }, reply) =>
      sendCsv(
        reply,
        nameOf('charges', month),
        await forAccountant(chargeTable(db, month), query, readSchool),
      ),
  });

  app.route({
    ...reportEndpoints.exportInvoices,
    handler: async ({ query: { month, ...query } }, reply) =>
      sendCsv(
        reply,
        nameOf('invoices', month),
        await forAccountant(invoiceTable(db, month), query, readSchool),
      ),
  });

  app.route({
    ...reportEndpoints.exportDebtors,
    handler: async ({ query }, reply) => {
      const table = debtorTable(db, await readSchool(), now());
      return sendCsv(reply, 'debtors', await forAccountant(table, query, readSchool));
    },
  });
};
