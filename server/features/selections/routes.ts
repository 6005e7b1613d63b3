import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { selectionEndpoints } from '#contract/selections.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import * as queries from './queries.ts';
import { selectClass } from './select-class.ts';

type Options = { db: Db; now: () => number };

export const selectionRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, now }) => {
  app.route({
    ...selectionEndpoints.selectClass,
    handler: async ({ body, user }) => {
      const insertedId = await selectClass(db, { classid: body.classid, student: user, now: now() });
      return insertedId ? { insertedId } : { message: 'exist' as const };
    },
  });

  app.route({
    ...selectionEndpoints.listSelections,
    handler: async ({ user }) => {
      const selections = await queries.findOpenSelections(db, user.learnerid);
      const classes = await findClassesById(
        db,
        selections.map(({ classid }) => classid),
      );
      return selections.map((selection) => ({
        ...selection,
        email: user.email,
        result: classes.filter(({ _id }) => _id === selection.classid),
      }));
    },
  });

  app.route({
    ...selectionEndpoints.deleteSelection,
    handler: async ({ params }) => ({ deletedCount: await queries.deleteSelection(db, params.id) }),
  });
};
