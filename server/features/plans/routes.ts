import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { CLASHES_MAX } from '#contract/lessons/calls.ts';
import { planEndpoints } from '#contract/plans/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass, type Seats } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { changePlans, type PlanCheckpoint, tryPlans } from './change-plans.ts';
import { findFreeForPlan } from './find-free.ts';
import { findNamedPlans } from './queries.ts';

export type PlanOptions = {
  db: Db;
  seats: Pick<Seats, 'offer'>;
  readSchool: ReadSchool;
  now: () => number;
  /** Is notified when lessons are at other times without a call. */
  changed: () => void;
  checkpoint?: (at: PlanCheckpoint) => void;
};

export const planRoutes: FastifyPluginAsyncZod<PlanOptions> = async (app, options) => {
  const { db, seats, readSchool, now, checkpoint } = options;

  app.route({
    ...planEndpoints.listPlans,
    handler: async ({ params }) => {
      // Before the plans: of newer ones the version is never too new, and saving is refused once more than
      // needed at worst.
      const found = await findClass(db, params.id);
      ensure(found, 'class-not-found');
      return { plans: await findNamedPlans(db, params.id), version: found.planversion };
    },
  });

  app.route({
    ...planEndpoints.findFreeForPlan,
    handler: async ({ params: { id }, query: plan }) => {
      const { timezone: zone = 'UTC' } = await readSchool();
      return findFreeForPlan(db, { id, plan, zone, now: now() });
    },
  });

  app.route({
    ...planEndpoints.changePlans,
    handler: async ({ params, body, query, user }) => {
      const changing = { id: params.id, ...body, actor: user, now: now() };
      const { timezone: zone = 'UTC' } = await readSchool();
      const outcome = await (query.dry === '1'
        ? tryPlans(db, { ...changing, zone })
        : changePlans({ db, seats }, changing, checkpoint));
      return {
        ...outcome,
        clashes: outcome.clashes.slice(0, CLASHES_MAX),
        busy: outcome.busy.slice(0, CLASHES_MAX),
      };
    },
  });
};
