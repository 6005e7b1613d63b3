import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { waitlistEndpoints } from '#contract/waitlist.schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/school-row.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findLearner, findLearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { joinWaitlist, leaveWaitlist } from './join-waitlist.ts';
import * as queries from './queries.ts';

export type WaitlistOptions = {
  db: Db;
  readSchool: ReadSchool;
  now: () => number;
  /** Whether only people who have proved their address may wait: a seat that is offered is held. */
  needsProvedAddress: boolean;
  changed: () => void;
  wake: () => void;
};

export const waitlistRoutes: FastifyPluginAsyncZod<WaitlistOptions> = async (app, options) => {
  const { db, readSchool, now, needsProvedAddress, changed, wake } = options;

  app.route({
    ...waitlistEndpoints.joinWaitlist,
    handler: async ({ body: { classid, learnerid }, user }) => {
      const [entry] = await join(user, classid, [learnerid ?? user.learnerid]);
      ensure(entry, 'waitlist-not-found');
      return entry;
    },
  });

  app.route({
    ...waitlistEndpoints.joinWaitlistTogether,
    handler: ({ body: { classid, learnerids }, user }) => {
      const [one, ...others] = new Set(learnerids);
      ensure(one !== undefined && others.length > 0, 'invalid-input');
      return join(user, classid, [one, ...others]);
    },
  });

  async function join(caller: Caller, classid: string, learnerids: [string, ...string[]]) {
    ensure(!needsProvedAddress || caller.emailverified, 'email-not-verified');
    for (const learnerid of learnerids) await findLearner(db, caller, learnerid, 'enrol');
    const day = schoolDay(await readSchool(), now());
    const joined = await joinWaitlist(db, { classid, caller, learnerids, day, now: now() });
    const ids = joined.map(({ _id }) => _id);
    return (await showEntries(db, caller)).filter(({ _id }) => ids.includes(_id));
  }

  app.route({
    ...waitlistEndpoints.listWaitlist,
    handler: ({ user }) => showEntries(db, user),
  });

  app.route({
    ...waitlistEndpoints.leaveWaitlist,
    handler: async ({ params }) => {
      const isSeatFree = await leaveWaitlist(db, { id: params.id, now: now() });
      if (isSeatFree) changed();
      wake();
      return { deletedCount: 1 };
    },
  });
};

/** What somebody's learners wait for. An offer stays one while it is being paid for. */
async function showEntries(db: Db, caller: Caller) {
  const learners = await findLearnerNames(db, caller);
  const entries = await queries.findOpenEntries(db, [...learners.keys()]);
  const ids = entries.map(({ classid }) => classid);
  const classes = await findClassesById(db, ids);
  return entries.map(({ ahead, ...entry }) => {
    const isWaiting = entry.state === 'waiting' || entry.state === 'kept';
    return {
      ...entry,
      email: caller.email,
      learnername: learners.get(entry.learnerid) ?? '',
      state: isWaiting ? ('waiting' as const) : ('offered' as const),
      position: isWaiting ? Number(ahead) + 1 : null,
      offeruntil: isWaiting ? null : entry.offeruntil,
      result: classes.filter(({ _id }) => _id === entry.classid),
    };
  });
}
