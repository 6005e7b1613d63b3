import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { calendarEndpoints } from '#contract/calendars/schema.ts';
import { withLanguage } from '#languages/t.ts';
import { languageOf } from '#server/database/rows/languages.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/index.ts';
import { sendIfChanged } from '#server/http/answers/send-if-changed.ts';
import { ensure } from '#server/http/errors.ts';
import { describeClassLessons, describeOwnLessons, describeRecital } from './describe-lessons.ts';
import { hashOf, makeCalendar } from './make-calendar.ts';
import {
  type CurrentEpoch,
  deleteCalendar,
  findOwnCalendar,
  findOwner,
  findPublicRecital,
} from './queries.ts';

export type CalendarOptions = {
  db: Db;
  readSchool: ReadSchool;
  now: () => number;
  currentEpoch: CurrentEpoch;
  /** Where the caller sees the school, such as `https://school.example`. */
  originOf: (request: FastifyRequest) => string;
};

function send(request: FastifyRequest, reply: FastifyReply, file: { body: string; cacheControl: string }) {
  // Robots may fetch it, since Google's calendar asks that first, and list it nowhere.
  reply.header('x-robots-tag', 'noindex');
  return sendIfChanged(request, reply, { ...file, type: 'text/calendar; charset=utf-8' });
}

export const calendarRoutes: FastifyPluginAsyncZod<CalendarOptions> = async (app, options) => {
  const { db, readSchool, now, currentEpoch, originOf } = options;
  const toldTo = async (request: FastifyRequest) => ({
    school: await readSchool(),
    origin: originOf(request),
    now: now(),
  });

  app.route({
    ...calendarEndpoints.readCalendar,
    handler: async (request, reply) => {
      const owner = await findOwner(db, hashOf(request.params.token), currentEpoch);
      ensure(owner, 'calendar-not-found');
      const told = await toldTo(request);
      const body = await withLanguage(languageOf(owner, told.school), () =>
        describeOwnLessons(db, owner, told),
      );
      return send(request, reply, { body, cacheControl: 'private, no-cache' });
    },
  });

  app.route({
    ...calendarEndpoints.readClassCalendar,
    handler: async (request, reply) => {
      const found = await findClass(db, request.params.id);
      ensure(found?.status === 'approved', 'class-not-found');
      const told = await toldTo(request);
      // Who reads it is not known.
      const body = await withLanguage(languageOf(undefined, told.school), () =>
        describeClassLessons(db, found, told),
      );
      return send(request, reply, { body, cacheControl: 'public, no-cache' });
    },
  });

  app.route({
    ...calendarEndpoints.readRecitalCalendar,
    handler: async (request, reply) => {
      const recital = await findPublicRecital(db, request.params.id);
      ensure(recital, 'recital-not-found');
      const told = await toldTo(request);
      const body = await withLanguage(languageOf(undefined, told.school), async () =>
        describeRecital(recital, told),
      );
      return send(request, reply, { body, cacheControl: 'public, no-cache' });
    },
  });

  app.route({
    ...calendarEndpoints.readOwnCalendar,
    handler: async ({ user }) => ({
      createdat: (await findOwnCalendar(db, user._id, currentEpoch))?.createdat ?? null,
    }),
  });

  app.route({
    ...calendarEndpoints.makeCalendar,
    handler: async (request) => {
      const token = await makeCalendar(db, request.user, now());
      return { url: `${originOf(request)}/api/calendar/${token}.ics` };
    },
  });

  app.route({
    ...calendarEndpoints.endCalendar,
    handler: async ({ user }) => ({ deletedCount: await deleteCalendar(db, user._id) }),
  });
};
