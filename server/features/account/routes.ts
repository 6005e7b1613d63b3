import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accountEndpoints } from '#contract/account.schema.ts';
import { RECENT_SIGN_IN_MS, THIS_SESSION } from '#contract/account.ts';
import type { Db } from '#server/database/schema.ts';
import { findUser } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { endEverySession } from './end-every-session.ts';
import { describeErasure, eraseAccount, type PersonRecords } from './erase-account.ts';
import { finishErasure } from './finish-erasure.ts';
import * as queries from './queries.ts';

type Options = {
  db: Db;
  now: () => number;
  identity: IdentityProvider;
  /** What the features keep of people. */
  records: readonly PersonRecords[];
  /** Hears when somebody was erased: pages show less, and money may be owed. */
  erased: () => void;
};

export const accountRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { db, now, identity, records, erased } = options;

  const findSessions = async ({ _id, sessionid }: { _id: string; sessionid: string }) => {
    const sessions = await queries.findOpenSessions(db, _id);
    return sessions.map((session) => ({ ...session, current: session._id === sessionid }));
  };

  app.route({ ...accountEndpoints.listSessions, handler: ({ user }) => findSessions(user) });

  app.route({
    ...accountEndpoints.endSession,
    handler: async ({ user, params }) => {
      const id = params.id === THIS_SESSION ? user.sessionid : params.id;
      const modifiedCount = await queries.endSessions(db, { userid: user._id, id, now: now() });
      ensure(modifiedCount, 'session-not-found');
      return { modifiedCount };
    },
  });

  app.route({
    ...accountEndpoints.endSessions,
    handler: async ({ identity: person }) => {
      // First there: whoever still holds a refresh token could sign in here again.
      await identity.endSessions(person.token);
      return { modifiedCount: await endEverySession(db, { uid: person.uid, now: now() }) };
    },
  });

  app.route({
    ...accountEndpoints.readAccountData,
    handler: async ({ user }) => {
      const profile = await findUser(db, user._id);
      ensure(profile, 'user-not-found');
      return {
        profile,
        selections: await queries.findSelectionsOf(db, user.email),
        enrolments: await queries.findEnrolmentsOf(db, user.email),
        waitlist: await queries.findWaitlistOf(db, user.email),
        payments: await queries.findOrdersOf(db, user.email),
        sessions: await findSessions(user),
      };
    },
  });

  app.route({
    ...accountEndpoints.readErasure,
    handler: ({ user }) => describeErasure(db, records, user, now()),
  });

  app.route({
    ...accountEndpoints.deleteAccount,
    handler: async ({ identity: person }) => {
      // Asked before anything is deleted; the identity service would refuse it after.
      ensure(now() - person.authTime <= RECENT_SIGN_IN_MS, 'sign-in-too-old');
      const wasThere = await eraseAccount(db, records, { uid: person.uid, now: now() });
      if (wasThere) erased();
      await finishErasure(db, identity, person);
      return { deletedCount: wasThere ? 1 : 0 };
    },
  });
};
