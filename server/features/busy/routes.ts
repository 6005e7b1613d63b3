import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { busyEndpoints } from '#contract/busy/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import { problemWords } from '#server/services/outside/problems.ts';
import { giveCalendar } from './give-calendar.ts';
import { type BusyCalendarRow, deleteBusyCalendar, findBusyCalendar, findBusyTimes } from './queries.ts';
import type { BusyOptions } from './read-calendar.ts';
import { hostOf } from './rows.ts';

export type BusyRouteOptions = BusyOptions & { rateLimitFactor: number };

/** Each makes the school call a host that the caller names. */
const GIVEN_PER_MINUTE = 5;

const NONE = { host: null, givenat: null, readat: null, problem: null };
const shown = (calendar: BusyCalendarRow) => ({
  host: hostOf(calendar),
  givenat: calendar.givenat,
  readat: calendar.readat,
  problem: calendar.problem && problemWords(calendar.problem),
});

export const busyRoutes: FastifyPluginAsyncZod<BusyRouteOptions> = async (app, options) => {
  const { db, readSchool, rateLimitFactor } = options;
  const countGiven = perMinute<FastifyRequest>(GIVEN_PER_MINUTE * rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  app.route({
    ...busyEndpoints.readOwnBusy,
    handler: async ({ user }) => {
      const calendar = await findBusyCalendar(db, user._id);
      return calendar ? shown(calendar) : NONE;
    },
  });

  app.route({
    ...busyEndpoints.giveBusy,
    handler: async (request) => {
      countGiven(request);
      const { body, user: actor } = request;
      return shown(await giveCalendar(options, { ...body, actor }));
    },
  });

  app.route({
    ...busyEndpoints.endBusy,
    handler: async ({ user }) => ({ deletedCount: await deleteBusyCalendar(db, user._id) }),
  });

  app.route({
    ...busyEndpoints.listBusy,
    handler: async ({ query: { from, to }, user }) => {
      const { timezone = 'UTC' } = await readSchool();
      const begins = (day: Temporal.PlainDate) => day.toZonedDateTime(timezone).epochMilliseconds;
      return findBusyTimes(db, {
        from: begins(Temporal.PlainDate.from(from)),
        to: begins(Temporal.PlainDate.from(to).add({ days: 1 })),
        userid: isOffice(user.role) ? undefined : user._id,
      });
    },
  });
};
