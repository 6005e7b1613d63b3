import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { rosterEndpoints } from '#contract/rosters.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { csvEmail, csvMoment, sendCsv } from '#server/http/send-csv.ts';
import { browseRoster, countRoster, findRoster } from './queries.ts';

type Options = { db: Db };

export const rosterRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.route({
    ...rosterEndpoints.readRoster,
    handler: async ({ params, query }) => {
      const found = await requireClass(db, params.id);
      const page = await browseRoster(db, { ...query, classid: found._id });
      return { class: found, ...page, total: await countRoster(db, found._id) };
    },
  });

  app.route({
    ...rosterEndpoints.exportRoster,
    handler: async ({ params }, reply) => {
      const found = await requireClass(db, params.id);
      return sendCsv(reply, `roster-${found._id}`, {
        head: ['Class', 'Name', 'Email', 'Enrolled'],
        rows: rosterRows(db, found),
      });
    },
  });
};

async function* rosterRows(db: Db, { _id, classname }: { _id: string; classname: string }) {
  for await (const { name, email, date } of findRoster(db, _id))
    yield [classname, name, csvEmail(email), csvMoment(date)];
}

async function requireClass(db: Db, id: string) {
  const found = await findClass(db, id);
  ensure(found, 'class-not-found');
  return found;
}
