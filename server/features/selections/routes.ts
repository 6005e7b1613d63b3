import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { selectionEndpoints } from '#contract/selections.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass, findClassesById } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Options = { db: Db; now: () => number };

export const selectionRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, now }) => {
  app.route({
    ...selectionEndpoints.selectClass,
    handler: async ({ body, user }) => {
      const wanted = await findClass(db, body.classid);
      ensure(wanted, 'class-not-found');
      ensure(wanted.status === 'approved', 'class-closed');
      const known = await queries.findSelectionOf(db, { classid: wanted._id, email: user.email });
      if (known) return { message: 'exist' as const };
      ensure(wanted.availableseat > 0, 'class-full');
      const made = await queries.insertSelection(db, { classid: wanted._id, email: user.email, now: now() });
      return made ? { insertedId: made._id } : { message: 'exist' as const };
    },
  });

  app.route({
    ...selectionEndpoints.listSelections,
    handler: async ({ params }) => {
      const selections = await queries.findOpenSelections(db, params.email);
      const classes = await findClassesById(
        db,
        selections.map(({ classid }) => classid),
      );
      return selections.map((selection) => ({
        ...selection,
        result: classes.filter(({ _id }) => _id === selection.classid),
      }));
    },
  });

  app.route({
    ...selectionEndpoints.deleteSelection,
    handler: async ({ params, user }) => {
      const selection = await queries.findSelection(db, params.id);
      ensure(selection && selection.enrolled === 0, 'selection-not-found');
      ensure(selection.email === user.email, 'forbidden');
      return { deletedCount: await queries.deleteSelection(db, params.id) };
    },
  });
};
