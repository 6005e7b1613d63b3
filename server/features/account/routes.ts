import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { accountEndpoints } from '#contract/account.schema.ts';
import { RECENT_SIGN_IN_MS, THIS_SESSION } from '#contract/account.ts';
import type { Db } from '#server/database/schema.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { endEverySignIn } from './end-every-sign-in.ts';
import { describeErasure, eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { finishErasure } from './finish-erasure.ts';
import { markCurrent } from './person.ts';
import * as queries from './queries.ts';

export type AccountOptions = {
  db: Db;
  now: () => number;
  identity: IdentityProvider;
  /** What every feature keeps of people. */
  findRecords: () => readonly PersonRecords[];
  /** Is notified when somebody was erased: pages show less, and money may be owed. */
  erased: () => void;
};

export const accountRoutes: FastifyPluginAsyncZod<AccountOptions> = async (app, options) => {
  const { db, now, identity, findRecords, erased } = options;

  app.route({
    ...accountEndpoints.listSessions,
    handler: async ({ user }) => markCurrent(await queries.findOpenSignIns(db, user._id), user.signinid),
  });

  app.route({
    ...accountEndpoints.endSession,
    handler: async ({ user, params }) => {
      const id = params.id === THIS_SESSION ? user.signinid : params.id;
      const modifiedCount = await queries.endSignIns(db, { userid: user._id, id, now: now() });
      ensure(modifiedCount, 'session-not-found');
      return { modifiedCount };
    },
  });

  app.route({
    ...accountEndpoints.endSessions,
    handler: async ({ identity: person }) => {
      // First there: anyone who still holds a refresh token could sign in here again.
      await identity.endSessions(person.token);
      return { modifiedCount: await endEverySignIn(db, { uid: person.uid, now: now() }) };
    },
  });

  app.route({
    ...accountEndpoints.readAccountData,
    handler: ({ user }) => exportAccount(db, findRecords(), user),
  });

  app.route({
    ...accountEndpoints.readErasure,
    handler: ({ user }) => describeErasure(db, findRecords(), user, now()),
  });

  app.route({
    ...accountEndpoints.deleteAccount,
    handler: async ({ identity: person }) => {
      // Asked before anything is deleted; the identity service would refuse it after.
      ensure(now() - person.authTime <= RECENT_SIGN_IN_MS, 'sign-in-too-old');
      const wasThere = await eraseAccount(db, findRecords(), { uid: person.uid, now: now() });
      if (wasThere) erased();
      await finishErasure(db, identity, person);
      return { deletedCount: wasThere ? 1 : 0 };
    },
  });
};
