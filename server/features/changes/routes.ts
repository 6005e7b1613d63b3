import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { changeEndpoints } from '#contract/changes/schema.ts';
import { formatsOf } from '#contract/formats.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import * as queries from './queries.ts';
import { withSum } from './sum-note.ts';
import { withNames } from './with-names.ts';

type Options = { db: Db; readSchool: ReadSchool };

export const changeRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, readSchool }) => {
  app.route({
    ...changeEndpoints.listChanges,
    handler: async ({ query }) => {
      const page = await queries.findChanges(db, query);
      const formats = formatsOf(await readSchool());
      return { ...page, items: page.items.map((change) => withNames(withSum(change, formats))) };
    },
  });
};
