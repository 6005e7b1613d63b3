import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { trialEndpoints } from '#contract/trials/schema.ts';
import { findLearnerNames } from '#server/features/learners/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { bookTrial } from './book-trial.ts';
import { giveUpTrial } from './give-up-trial.ts';
import { listTrials, offerTrials } from './list-trials.ts';

export type TrialOptions = {
  payments: Payments;
  /** Is told when what classes show will be different by itself. */
  willChange: (at: number) => void;
};

export const trialRoutes: FastifyPluginAsyncZod<TrialOptions> = async (app, options) => {
  const payments = { ...options.payments, cards: withDeadline(options.payments.cards) };
  const { willChange } = options;
  const { db, needsProvedAddress } = payments;

  app.route({
    ...trialEndpoints.offerTrials,
    handler: ({ params }) => offerTrials({ ...payments, willChange }, params.id),
  });

  app.route({
    ...trialEndpoints.listTrials,
    handler: async ({ query, user }) =>
      listTrials(payments, {
        userid: user._id,
        names: await findLearnerNames(db, user, query.learnerid),
      }),
  });

  app.route({
    ...trialEndpoints.bookTrial,
    handler: ({ body: { learnerid, ...trial }, user }) => {
      ensure(!needsProvedAddress || user.emailverified, 'email-not-verified');
      return bookTrial(payments, { ...trial, learnerid: learnerid ?? user.learnerid, caller: user });
    },
  });

  app.route({
    ...trialEndpoints.giveUpTrial,
    handler: async ({ params, user }) => {
      const ended = await giveUpTrial(payments, { ...params, caller: user });
      if (!ended) return { deletedCount: 0 };
      const { state } = ended;
      const isBack =
        ended.amount > 0 && (state === 'refund_due' || state === 'refunded' || state === 'refund_failed');
      return { deletedCount: 1, ...(isBack && { state }) };
    },
  });
};
