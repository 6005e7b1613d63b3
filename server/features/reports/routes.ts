import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportEndpoints } from '#contract/reports/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { headOf, sendCsv } from '#server/http/answers/send-csv.ts';
import { chargeTable, invoiceTable, movementTable } from './accountant-tables.ts';
import { classTable, paymentTable, type Table, userTable } from './csv-tables.ts';
import { readOverview } from './read-overview.ts';
import { readToday } from './read-today.ts';

const headed = ({ head, rows }: Table, query: Parameters<typeof headOf>[1]) => ({
  head: headOf(head, query),
  rows,
});

const nameOf = (name: string, month?: string) => (month === undefined ? name : `${name}-${month}`);

type Options = { db: Db; readSchool: ReadSchool; now: () => number };

export const reportRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, readSchool, now }) => {
  app.route({
    ...reportEndpoints.readToday,
    handler: async ({ user }) => readToday(db, await readSchool(), { role: user.role, now: now() }),
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
      sendCsv(reply, nameOf('movements', month), headed(movementTable(db, await readSchool(), month), query)),
  });

  app.route({
    ...reportEndpoints.exportCharges,
    handler: ({ query: { month, ...query } }, reply) =>
      sendCsv(reply, nameOf('charges', month), headed(chargeTable(db, month), query)),
  });

  app.route({
    ...reportEndpoints.exportInvoices,
    handler: ({ query: { month, ...query } }, reply) =>
      sendCsv(reply, nameOf('invoices', month), headed(invoiceTable(db, month), query)),
  });
};
