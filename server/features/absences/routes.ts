import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { absenceEndpoints } from '#contract/absences/schema.ts';
import { type AbsenceOptions, noteAbsence, tryAbsence } from './note-absence.ts';

export const absenceRoutes: FastifyPluginAsyncZod<AbsenceOptions> = async (app, options) => {
  app.route({
    ...absenceEndpoints.teacherAway,
    handler: ({ params: { id: teacherid }, query, body, user: actor }) =>
      (query.dry === '1' ? tryAbsence : noteAbsence)(options, { ...body, who: { teacherid } }, { actor }),
  });

  app.route({
    ...absenceEndpoints.roomAway,
    handler: ({ params: { id: roomid }, query, body, user: actor }) =>
      (query.dry === '1' ? tryAbsence : noteAbsence)(options, { ...body, who: { roomid } }, { actor }),
  });
};
