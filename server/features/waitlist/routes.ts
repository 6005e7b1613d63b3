import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { waitlistEndpoints } from '#contract/waitlist/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById, withToday } from '#server/features/classes/index.ts';
import { findLearner, findLearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { joinWaitlist, leaveWaitlist } from './join-waitlist.ts';
import { listWaiting, offerPlace, removeWaiting } from './office.ts';
import * as queries from './queries.ts';
import { findTurns, positionOf } from './turns.ts';

export type WaitlistOptions = {
  db: Db;
  readSchool: ReadSchool;
  now: () => number;
  /** Whether only people who have proved their address may wait: a seat that is offered is held. */
  needsProvedAddress: boolean;
  /** How much of a class one family may have held at once. */
  familyHoldsPercent: number;
  changed: () => void;
  wake: () => void;
};

export const waitlistRoutes: FastifyPluginAsyncZod<WaitlistOptions> = async (app, options) => {
  const { db, readSchool, now, needsProvedAddress, familyHoldsPercent, changed, wake } = options;

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
    const joined = await joinWaitlist(db, {
      classid,
      caller,
      learnerids,
      familyHoldsPercent,
      day,
      now: now(),
    });
    const ids = joined.map(({ _id }) => _id);
    return (await showEntries(caller)).filter(({ _id }) => ids.includes(_id));
  }

  app.route({
    ...waitlistEndpoints.listWaitlist,
    handler: ({ user }) => showEntries(user),
  });

  app.route({
    ...waitlistEndpoints.leaveWaitlist,
    handler: async ({ params }) => {
      await leaveWaitlist(db, { id: params.id, now: now() });
      changed();
      wake();
      return { deletedCount: 1 };
    },
  });
  app.route({
    ...waitlistEndpoints.listWaiting,
    handler: ({ params, caller }) => {
      // A key of the school reads as the office does.
      const isOffice = caller?.role !== 'instructor';
      return listWaiting(db, { classid: params.id, isOffice, now: now() });
    },
  });

  app.route({
    ...waitlistEndpoints.offerPlace,
    handler: async ({ params, user }) => {
      await offerPlace(db, { id: params.id, actor: user, now: now() });
      changed();
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...waitlistEndpoints.removeWaiting,
    handler: async ({ params, user }) => {
      await removeWaiting(db, { id: params.id, actor: user, now: now() });
      changed();
      wake();
      return { deletedCount: 1 };
    },
  });

  /** What the caller's learners wait for. An offer stays one while it is being paid for. */
  async function showEntries(caller: Caller) {
    const learners = await findLearnerNames(db, caller);
    const entries = await queries.findOpenEntries(db, [...learners.keys()]);
    const ids = entries.map(({ classid }) => classid);
    const classes = await withToday(options, await findClassesById(db, ids), { hasNext: true });
    const turns = await findTurns(db, [...new Set(ids)], now());
    return entries.map((entry) => {
      const isWaiting = entry.state === 'waiting' || entry.state === 'kept';
      return {
        ...entry,
        email: caller.email,
        learnername: learners.get(entry.learnerid) ?? '',
        state: isWaiting ? ('waiting' as const) : ('offered' as const),
        position: isWaiting ? positionOf(entry, turns.get(entry.classid)) : null,
        offeruntil: isWaiting ? null : entry.offeruntil,
        result: classes.filter(({ _id }) => _id === entry.classid),
      };
    });
  }
};
