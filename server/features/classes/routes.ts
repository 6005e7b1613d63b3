import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { classEndpoints } from '#contract/classes.schema.ts';
import { POPULAR_CLASSES } from '#contract/classes.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/errors.ts';
import { decideClass } from './decide-class.ts';
import * as queries from './queries.ts';

type Options = { db: Db; now: () => number };

export const classRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, now }) => {
  app.route({
    ...classEndpoints.listPopularClasses,
    handler: () => queries.findPopularClasses(db, POPULAR_CLASSES),
  });

  app.route({
    ...classEndpoints.listClasses,
    handler: ({ caller, query }) =>
      queries.findClasses(db, caller?.role === 'admin' ? 'any' : 'approved', query),
  });

  app.route({
    ...classEndpoints.listClassesOfInstructor,
    handler: ({ params }) => queries.findClassesOfInstructor(db, params.email),
  });

  app.route({
    ...classEndpoints.addClass,
    handler: async ({ body, user }) => {
      return { insertedId: await queries.insertClass(db, body, { instructor: user, now: now() }) };
    },
  });

  app.route({
    ...classEndpoints.readClass,
    handler: async ({ params, caller }) => {
      const found = await queries.findClass(db, params.id);
      const isOwn = found?.instructoremail === caller?.email || caller?.role === 'admin';
      ensure(found && (found.status === 'approved' || isOwn), 'class-not-found');
      return found;
    },
  });

  app.route({
    ...classEndpoints.updateClass,
    handler: async ({ params, body, user }) => {
      const found = await queries.findClass(db, params.id);
      ensure(found, 'class-not-found');
      ensure(found.instructoremail === user.email, 'forbidden');
      return { modifiedCount: (await queries.updateClass(db, params.id, body)) ? 1 : 0 };
    },
  });

  app.route({
    ...classEndpoints.deleteClass,
    handler: async ({ params }) => {
      const deletedCount = await queries.deleteClass(db, params.id, now());
      ensure(deletedCount > 0, 'class-not-found');
      return { deletedCount };
    },
  });

  app.route({
    ...classEndpoints.approveClass,
    handler: ({ params }) => decideClass(db, params.id, 'approved'),
  });

  app.route({
    ...classEndpoints.denyClass,
    handler: ({ params }) => decideClass(db, params.id, 'denied'),
  });

  app.route({
    ...classEndpoints.giveFeedback,
    handler: async ({ params, body }) => {
      const changed = await queries.updateFeedback(db, params.id, body.feedback);
      ensure(changed, 'class-not-found');
      return changed;
    },
  });
};
