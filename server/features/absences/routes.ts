import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { catchUpEndpoints } from '#contract/catchups/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { bookCatchUp } from './book-catchup.ts';
import { giveUpCatchUp } from './give-up.ts';
import { listCatchUps } from './list-catchups.ts';
import { type AbsenceOptions, noteAbsence } from './note-absence.ts';
import { withdrawAbsence } from './withdraw-absence.ts';

export type AbsenceRoutesOptions = AbsenceOptions & { readSchool: ReadSchool };

export const absenceRoutes: FastifyPluginAsyncZod<AbsenceRoutesOptions> = async (app, options) => {
  const { db, now, readSchool } = options;

  app.route({
    ...catchUpEndpoints.noteAbsence,
    handler: ({ body: { learnerid, ...absence }, user }) =>
      noteAbsence(options, { ...absence, learnerid: learnerid ?? user.learnerid, caller: user }),
  });

  app.route({
    ...catchUpEndpoints.withdrawAbsence,
    handler: async ({ params, user }) => ({
      deletedCount: (await withdrawAbsence(options, { ...params, caller: user })) ? 1 : 0,
    }),
  });

  app.route({
    ...catchUpEndpoints.listCatchUps,
    handler: async ({ query, user }) => {
      const { _id: learnerid } = await findLearner(db, user, query.learnerid, 'see');
      const moment = now();
      return listCatchUps(db, { learnerid, today: schoolDay(await readSchool(), moment), now: moment });
    },
  });

  app.route({
    ...catchUpEndpoints.bookCatchUp,
    handler: async ({ body: { learnerid, ...lessons }, user }) => {
      await bookCatchUp(options, { ...lessons, learnerid: learnerid ?? user.learnerid, caller: user });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...catchUpEndpoints.giveUpCatchUp,
    handler: async ({ params, user }) => ({
      deletedCount: (await giveUpCatchUp(options, { ...params, caller: user })) ? 1 : 0,
    }),
  });
};
