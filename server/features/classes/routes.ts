import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ClassMention, MusicClass } from '#contract/classes/answers.schema.ts';
import { POPULAR_CLASSES } from '#contract/classes/calls.ts';
import { classEndpoints } from '#contract/classes/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findChangesOf } from '#server/features/changes/index.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { ensure } from '#server/http/errors.ts';
import * as change from './change-class.ts';
import { findClass } from './queries.ts';
import { readableClass } from './readable-class.ts';
import { findNearClasses } from './search/find-near-classes.ts';
import { findSimilarClasses } from './search/find-similar-classes.ts';
import * as search from './search/queries.ts';
import type { Seats } from './seats/seats.ts';
import { withToday } from './with-today.ts';

type Options = {
  db: Db;
  seats: Seats;
  strikeDebts: change.StrikeDebts;
  updateTeacherOfPlans: change.UpdateTeacherOfPlans;
  resubmitReview: change.ResubmitReview;
  readSchool: ReadSchool;
  now: () => number;
};

export const classRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, now, readSchool } = options;

  app.route({
    ...classEndpoints.listPopularClasses,
    handler: async () => withToday(options, await search.findPopularClasses(db, POPULAR_CLASSES)),
  });

  app.route({
    ...classEndpoints.listClasses,
    handler: async ({ caller, query }, reply) => {
      const filter = search.knownFilter(await readSchool(), query);
      const of = caller && isOffice(caller.role) ? 'any' : 'approved';
      return sendList(reply, MusicClass, search.findClasses(db, of, filter));
    },
  });

  app.route({
    ...classEndpoints.browseClasses,
    handler: async ({ query }) => {
      const page = await search.browseClasses(db, search.knownFilter(await readSchool(), query));
      return { ...page, items: await withToday(options, page.items) };
    },
  });

  app.route({
    ...classEndpoints.listNearClasses,
    handler: async ({ query }) => {
      const near = await findNearClasses(db, search.knownFilter(await readSchool(), query));
      return { ...near, items: await withToday(options, near.items) };
    },
  });

  app.route({ ...classEndpoints.searchClasses, handler: ({ query }) => search.searchClasses(db, query) });

  app.route({
    ...classEndpoints.listClassesOfInstructor,
    handler: ({ params }, reply) =>
      sendList(reply, MusicClass, search.findClassesOfInstructor(db, params.email)),
  });

  app.route({
    ...classEndpoints.browseClassesOfInstructor,
    handler: ({ params, query }) => search.browseClassesOfInstructor(db, { ...params, ...query }),
  });

  app.route({
    ...classEndpoints.readTeaching,
    handler: ({ params }) => search.sumTeaching(db, params.email),
  });

  app.route({
    ...classEndpoints.addClass,
    handler: async ({ body, user }) => {
      return { insertedId: await change.addClass(db, body, { actor: user, now: now() }) };
    },
  });

  app.route({
    ...classEndpoints.readClass,
    handler: async ({ params, caller }) => {
      const found = await readableClass(db, params.id, caller);
      const [shown] = await withToday(options, [found], { hasNext: true });
      return shown ?? found;
    },
  });

  app.route({
    ...classEndpoints.indexClasses,
    handler: (_request, reply) => sendList(reply, ClassMention, search.findClassMentions(db)),
  });

  app.route({
    ...classEndpoints.listSimilarClasses,
    handler: async ({ params }) => {
      const similar = await findSimilarClasses(db, params.id);
      return { ...similar, items: await withToday(options, similar.items) };
    },
  });

  app.route({
    ...classEndpoints.updateClass,
    handler: async ({ params, body, user }) => {
      const today = schoolDay(await readSchool(), now());
      await change.updateClass(options, body, { id: params.id, actor: user, today, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...classEndpoints.resubmitClass,
    handler: ({ params, user }) => change.resubmitClass(options, { id: params.id, actor: user, now: now() }),
  });

  app.route({
    ...classEndpoints.deleteClass,
    handler: async ({ params, user }) => {
      await change.deleteClass(options, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...classEndpoints.approveClass,
    handler: async ({ params, body, user }) => {
      const today = schoolDay(await readSchool(), now());
      return change.approveClass(options, body, { id: params.id, actor: user, today, now: now() });
    },
  });

  app.route({
    ...classEndpoints.acceptClass,
    handler: ({ params, body, user }) =>
      change.acceptClass(db, body, { id: params.id, actor: user, now: now() }),
  });

  app.route({
    ...classEndpoints.denyClass,
    handler: ({ params, body, user }) =>
      change.denyClass(options, body, { id: params.id, actor: user, now: now() }),
  });

  app.route({
    ...classEndpoints.handOverClass,
    handler: ({ params, body, user }) =>
      change.handOverClass(options, body, { id: params.id, actor: user, now: now() }),
  });

  app.route({
    ...classEndpoints.giveFeedback,
    handler: ({ params, body, user }) =>
      change.giveFeedback(db, body.feedback, { id: params.id, actor: user, now: now() }),
  });

  app.route({
    ...classEndpoints.listClassHistory,
    handler: async ({ params }) => {
      const found = await findClass(db, params.id);
      ensure(found, 'class-not-found');
      return findChangesOf(db, found._id);
    },
  });
};
