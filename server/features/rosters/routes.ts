import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { rosterEndpoints } from '#contract/rosters.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { csvEmail, csvMoment, sendCsv } from '#server/http/send-csv.ts';
import { findRoster } from './queries.ts';

type Options = { db: Db };

export const rosterRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.route({
    ...rosterEndpoints.readRoster,
    handler: async ({ params }) => {
      const found = await requireClass(db, params.id);
      return { class: found, students: await findRoster(db, found._id) };
    },
  });

  app.route({
    ...rosterEndpoints.exportRoster,
    handler: async ({ params }, reply) => {
      const found = await requireClass(db, params.id);
      const students = await findRoster(db, found._id);
      return sendCsv(reply, `roster-${found._id}`, {
        head: ['Class', 'Name', 'Email', 'Enrolled'],
        rows: students.map(({ name, email, date }) => [
          found.classname,
          name,
          csvEmail(email),
          csvMoment(date),
        ]),
      });
    },
  });
};

async function requireClass(db: Db, id: string) {
  const found = await findClass(db, id);
  ensure(found, 'class-not-found');
  return found;
}
