import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { thingEndpoints } from '#contract/things/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { addThing, deleteThing, updateThing } from './change-thing.ts';
import { findThings } from './queries.ts';

export type ThingOptions = { db: Db; now: () => number };

export const thingRoutes: FastifyPluginAsyncZod<ThingOptions> = async (app, { db, now }) => {
  app.route({ ...thingEndpoints.listThings, handler: () => findThings(db) });

  app.route({
    ...thingEndpoints.addThing,
    handler: async ({ body, user }) => ({
      insertedId: await addThing(db, body, { actor: user, now: now() }),
    }),
  });

  app.route({
    ...thingEndpoints.updateThing,
    handler: async ({ params, body, user }) => {
      await updateThing(db, body, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...thingEndpoints.deleteThing,
    handler: async ({ params, body, user }) => {
      await deleteThing(db, body, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
