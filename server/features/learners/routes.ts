import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { learnerEndpoints } from '#contract/learners.schema.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import { addLearner, deleteLearner, type Learners, updateLearner } from './change-learners.ts';
import { keysOf } from './find-learner.ts';
import { findAllAccessible } from './queries.ts';

export type LearnerOptions = Learners & {
  /** What every feature keeps of people. */
  findRecords: () => readonly PersonRecords[];
  /** Asks the workers to look at once: a child may leave what is being paid for. */
  wake: () => void;
};

export const learnerRoutes: FastifyPluginAsyncZod<LearnerOptions> = async (app, options) => {
  app.route({
    ...learnerEndpoints.listLearners,
    handler: ({ user }) => findAllAccessible(options.db, keysOf(user)),
  });

  app.route({
    ...learnerEndpoints.addLearner,
    handler: async ({ body, user }) => ({ insertedId: await addLearner(options, body, user) }),
  });

  app.route({
    ...learnerEndpoints.updateLearner,
    handler: async ({ params: { id }, body, user }) => {
      await updateLearner(options, { id, change: body, caller: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...learnerEndpoints.deleteLearner,
    handler: async ({ params: { id }, user }) => {
      await deleteLearner(options, options.findRecords(), { id, caller: user });
      options.wake();
      return { deletedCount: 1 };
    },
  });
};
