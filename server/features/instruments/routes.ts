import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { instrumentEndpoints } from '#contract/instruments/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addInstrument, deleteInstrument, updateInstrument } from './change-instrument.ts';
import { findInstruments } from './queries.ts';

export type InstrumentOptions = { db: Db; now: () => number };

export const instrumentRoutes: FastifyPluginAsyncZod<InstrumentOptions> = async (app, { db, now }) => {
  app.route({ ...instrumentEndpoints.listInstruments, handler: () => findInstruments(db) });

  app.route({
    ...instrumentEndpoints.addInstrument,
    handler: async ({ body, user }) => ({
      insertedId: await addInstrument(db, body, { actor: user, now: now() }),
    }),
  });

  app.route({
    ...instrumentEndpoints.updateInstrument,
    handler: async ({ params, body, user }) => {
      await updateInstrument(db, body, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...instrumentEndpoints.deleteInstrument,
    handler: async ({ params, body, user }) => {
      await deleteInstrument(db, body, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
