import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { awayEndpoints } from '#contract/away/schema.ts';
import { type AwayOptions, noteAway, tryAway } from './note-away.ts';

export const awayRoutes: FastifyPluginAsyncZod<AwayOptions> = async (app, options) => {
  app.route({
    ...awayEndpoints.teacherAway,
    handler: ({ params: { id: teacherid }, query, body, user: actor }) =>
      (query.dry === '1' ? tryAway : noteAway)(options, { ...body, who: { teacherid } }, { actor }),
  });

  app.route({
    ...awayEndpoints.roomAway,
    handler: ({ params: { id: roomid }, query, body, user: actor }) =>
      (query.dry === '1' ? tryAway : noteAway)(options, { ...body, who: { roomid } }, { actor }),
  });
};
