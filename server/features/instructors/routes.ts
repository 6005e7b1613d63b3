import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Instructor, instructorEndpoints } from '#contract/instructors/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { AppError } from '#server/http/errors.ts';
import { clearProfile, writeProfile } from './change-profile.ts';
import * as queries from './queries.ts';

type Options = { db: Db; now: () => number };

export const instructorRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, now }) => {
  app.route({
    ...instructorEndpoints.listInstructors,
    handler: ({ caller }, reply) =>
      sendList(
        reply,
        Instructor,
        queries.findInstructors(db, { isOffice: caller !== null && isOffice(caller.role) }),
      ),
  });

  app.route({
    ...instructorEndpoints.browseInstructors,
    handler: ({ query }) => queries.browseInstructors(db, query),
  });

  app.route({
    ...instructorEndpoints.readInstructor,
    handler: async ({ params: { id } }) => {
      const found = await queries.findInstructor(db, id);
      if (!found)
        throw new AppError((await queries.hasTaught(db, id)) ? 'instructor-left' : 'instructor-not-found');
      return found;
    },
  });

  app.route({
    ...instructorEndpoints.readOwnProfile,
    handler: async ({ user }) => ({ profile: await queries.findInstructor(db, user._id) }),
  });

  app.route({
    ...instructorEndpoints.writeProfile,
    handler: async ({ params: { id }, body }) => {
      await writeProfile(db, body, { id, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...instructorEndpoints.clearProfile,
    handler: async ({ params: { id }, user }) => {
      const wasThere = await clearProfile(db, { id, actor: user, now: now() });
      return { modifiedCount: wasThere ? 1 : 0 };
    },
  });
};
