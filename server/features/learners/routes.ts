import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { learnerEndpoints } from '#contract/learners/schema.ts';
import type { Erasing } from '#server/features/feature.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { addLearner, deleteLearner, type Learners, updateLearner } from './change-learners.ts';
import { acceptClaim, type NameAccount } from './claims/accept-claim.ts';
import { type Asking, offerTakeover, saveGuardian, withdrawClaim } from './claims/ask.ts';
import { endGuarding, listGuardians } from './claims/guardians.ts';
import { openClaimedAccount } from './claims/open-account.ts';
import { type CurrentEpoch, readClaim } from './claims/read-claim.ts';
import { takeBack } from './claims/takeovers.ts';
import { findAllAccessible } from './queries.ts';

export type LearnerOptions = Learners &
  Asking &
  Erasing & {
    byAddress: IdentityProvider['byAddress'];
    nameAccount: NameAccount;
    /** Asks the workers to look at once: a child may leave what is being paid for. */
    wake: () => void;
    /** As `IdentityProvider.currentEpoch`. */
    currentEpoch: CurrentEpoch;
  };

export const learnerRoutes: FastifyPluginAsyncZod<LearnerOptions> = async (app, options) => {
  app.route({
    ...learnerEndpoints.listLearners,
    handler: ({ user }) => findAllAccessible(options.db, { callerid: user._id }),
  });

  app.route({
    ...learnerEndpoints.addLearner,
    handler: async ({ body, user }) => ({ insertedId: await addLearner(options, body, user) }),
  });

  app.route({
    ...learnerEndpoints.updateLearner,
    handler: async ({ params: { id }, body: { was, ...change }, user }) => {
      await updateLearner(options, { id, change, was, caller: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...learnerEndpoints.deleteLearner,
    handler: async ({ params: { id }, user }) => {
      await deleteLearner(options, options, { id, caller: user });
      options.wake();
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...learnerEndpoints.offerTakeover,
    handler: async ({ params: { id: learnerid }, body, user: caller }) => ({
      result: await offerTakeover(options, { ...body, learnerid, caller }),
    }),
  });

  app.route({
    ...learnerEndpoints.takeBackLearner,
    handler: async ({ params: { id: learnerid }, user: caller }) => {
      await takeBack(options.db, { learnerid, caller, now: options.now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...learnerEndpoints.listGuardians,
    handler: ({ user }) => listGuardians(options, user),
  });

  app.route({
    ...learnerEndpoints.saveGuardian,
    handler: async ({ body, user: caller }) => ({ result: await saveGuardian(options, { ...body, caller }) }),
  });

  app.route({
    ...learnerEndpoints.deleteGuardian,
    handler: async ({ params, user: caller }) => ({
      deletedCount: await endGuarding(options, { ...params, caller }),
    }),
  });

  app.route({
    ...learnerEndpoints.withdrawClaim,
    handler: async ({ params, user: caller }) => ({
      deletedCount: await withdrawClaim(options, { ...params, caller }),
    }),
  });

  app.route({
    ...learnerEndpoints.readClaim,
    handler: ({ params: { token }, caller }) => readClaim(options, { token, caller }),
  });

  app.route({
    ...learnerEndpoints.openClaimedAccount,
    handler: ({ params: { token }, body, caller }) => openClaimedAccount(options, { ...body, token, caller }),
  });

  app.route({
    ...learnerEndpoints.acceptClaim,
    handler: ({ params: { token }, user: caller }) => acceptClaim(options, { token, caller }),
  });
};
