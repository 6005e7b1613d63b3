import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { registerEndpoints } from '#contract/registers/schema.ts';
import { addDays } from '#contract/time/days.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import { headOf, sendCsv } from '#server/http/answers/send-csv.ts';
import { ATTENDANCE_HEAD, attendanceRows } from './attendance-table.ts';
import { markRegister, type RegisterOptions } from './mark-register.ts';
import { readAttendance } from './read-attendance.ts';
import { readRegister, readRegisters } from './read-registers.ts';

/** How many days of marks a file has where it is not said. */
const EXPORTED_DAYS = 31;

export const registerRoutes: FastifyPluginAsyncZod<RegisterOptions> = async (app, options) => {
  const { db, readSchool, now } = options;

  app.route({
    ...registerEndpoints.readRegister,
    handler: ({ params: { id }, user: caller }) => readRegister(options, { id, caller }),
  });

  app.route({
    ...registerEndpoints.markRegister,
    handler: ({ params: { id }, body: { marks }, user: caller }) =>
      markRegister(options, marks, { id, caller }),
  });

  app.route({
    ...registerEndpoints.listRegisters,
    handler: ({ query, user: caller }) => readRegisters(options, { ...query, caller }),
  });

  app.route({
    ...registerEndpoints.readAttendance,
    handler: ({ params: { id: learnerid }, query, user: caller }) =>
      readAttendance(db, { learnerid, ...query, caller }),
  });

  app.route({
    ...registerEndpoints.exportAttendance,
    handler: async ({ query: { from, to, ...query } }, reply) => {
      const until = to ?? schoolDay(await readSchool(), now());
      const days = { from: from ?? addDays(until, 1 - EXPORTED_DAYS), to: until };
      return sendCsv(reply, `attendance-${days.from}-${days.to}`, {
        head: headOf(ATTENDANCE_HEAD, query),
        rows: attendanceRows(db, days),
      });
    },
  });
};
