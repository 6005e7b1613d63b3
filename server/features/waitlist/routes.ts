import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { waitlistEndpoints } from '#contract/waitlist.schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/queries.ts';
import { joinLine, leaveLine } from './line.ts';
import * as queries from './queries.ts';

type Options = { db: Db; now: () => number; changed: () => void; wake: () => void };

export const waitlistRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, now, changed, wake }) => {
  app.route({
    ...waitlistEndpoints.joinWaitlist,
    handler: async ({ body, user }) => {
      const entry = await joinLine(db, { classid: body.classid, email: user.email, now: now() });
      return showEntry(db, entry);
    },
  });

  app.route({
    ...waitlistEndpoints.listWaitlist,
    handler: async ({ params }) => {
      const entries = await queries.findOpenEntries(db, params.email);
      return Promise.all(entries.map((entry) => showEntry(db, entry)));
    },
  });

  app.route({
    ...waitlistEndpoints.leaveWaitlist,
    handler: async ({ params, user }) => {
      const isSeatFree = await leaveLine(db, { id: params.id, email: user.email, now: now() });
      if (isSeatFree) changed();
      wake();
      return { deletedCount: 1 };
    },
  });
};

/** An offer stays one while the student is paying for it. */
async function showEntry(db: Db, entry: queries.WaitlistRow) {
  const isWaiting = entry.state === 'waiting';
  return {
    ...entry,
    state: isWaiting ? ('waiting' as const) : ('offered' as const),
    position: isWaiting ? (await queries.countAhead(db, entry)) + 1 : null,
    result: await findClassesById(db, [entry.classid]),
  };
}
