import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportEndpoints } from '#contract/reports/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { sendCsv } from '#server/http/answers/send-csv.ts';
import { classTable, paymentTable, userTable } from './csv-tables.ts';
import { readOverview } from './read-overview.ts';

type Options = { db: Db; readSchool: ReadSchool; now: () => number };

export const reportRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, readSchool, now }) => {
  app.route({
    ...reportEndpoints.readOverview,
    handler: async () => readOverview(db, await readSchool(), now()),
  });

  app.route({
    ...reportEndpoints.exportUsers,
    handler: (_request, reply) => sendCsv(reply, 'users', userTable(db)),
  });

  app.route({
    ...reportEndpoints.exportClasses,
    handler: (_request, reply) => sendCsv(reply, 'classes', classTable(db)),
  });

  app.route({
    ...reportEndpoints.exportPayments,
    handler: async ({ query: { month } }, reply) =>
      sendCsv(
        reply,
        month === undefined ? 'payments' : `payments-${month}`,
        paymentTable(db, await readSchool(), month),
      ),
  });
};
