import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { recitalEndpoints } from '#contract/recitals/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import { ensure } from '#server/http/errors.ts';
import * as change from './change-recital.ts';
import { answerConsent } from './consent.ts';
import type { RecitalCheckpoint } from './letters.ts';
import { programmePage, programmePolicy } from './programme-page.ts';
import {
  listOwn,
  listRecitals,
  type RecitalOptions,
  readForReader,
  readPieces,
  requireRecital,
} from './read-recitals.ts';
import { readOrder, savePieces, suggest } from './save-pieces.ts';

export type RecitalRouteOptions = RecitalOptions & {
  /** Where the caller sees the school, such as `https://school.example`. */
  originOf: (request: FastifyRequest) => string;
  checkpoint?: ((at: RecitalCheckpoint) => void) | undefined;
};

export const recitalRoutes: FastifyPluginAsyncZod<RecitalRouteOptions> = async (app, options) => {
  const { db, readSchool, now, originOf, checkpoint } = options;

  app.route({
    ...recitalEndpoints.readRecital,
    handler: async ({ params: { id } }) => {
      const recital = await requireRecital(db, id);
      ensure(recital.public === 1, 'recital-not-found');
      return readForReader(db, recital, { school: await readSchool(), reader: 'public' });
    },
  });

  app.route({
    ...recitalEndpoints.readProgramme,
    handler: async (request, reply) => {
      const { caller, params } = request;
      const recital = await requireRecital(db, params.id);
      const isStaff = caller !== null && caller.role !== 'student';
      ensure(recital.public === 1 || isStaff, 'recital-not-found');
      const reader = caller && isOffice(caller.role) ? 'print' : 'public';
      const school = await readSchool();
      const programme = await readForReader(db, recital, { school, reader });
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': programmePolicy,
        'cache-control': 'private, no-store',
      });
      return programmePage(programme, { school, origin: originOf(request), isPublic: recital.public === 1 });
    },
  });

  app.route({
    ...recitalEndpoints.listOwnRecitals,
    handler: ({ user }) => listOwn(options, user),
  });

  app.route({
    ...recitalEndpoints.consentToRecital,
    handler: async ({ params: { id }, body, user: caller }) => {
      await answerConsent(db, body, { id, caller, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...recitalEndpoints.listRecitals,
    handler: ({ query }) => listRecitals(options, query),
  });

  app.route({
    ...recitalEndpoints.addRecital,
    handler: async ({ body, user: actor }) => ({
      insertedId: await change.addRecital(db, body, { actor, now: now() }),
    }),
  });

  app.route({
    ...recitalEndpoints.updateRecital,
    handler: async ({ params: { id }, body, user: actor }) => {
      await change.updateRecital(db, body, { id, actor, now: now(), checkpoint });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...recitalEndpoints.deleteRecital,
    handler: async ({ params: { id }, body, user: actor }) => {
      await change.deleteRecital(db, body, { id, actor, now: now(), checkpoint });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...recitalEndpoints.readPieces,
    handler: ({ params: { id }, query, user: caller }) => readPieces(options, id, { caller, named: query }),
  });

  app.route({
    ...recitalEndpoints.savePieces,
    handler: async ({ params: { id }, body, user: actor }) => {
      await savePieces(db, body, { id, actor, now: now(), checkpoint });
      return readOrder(db, id);
    },
  });

  app.route({
    ...recitalEndpoints.suggestOrder,
    handler: ({ params: { id } }) => suggest(db, id),
  });

  app.route({
    ...recitalEndpoints.notePrinted,
    handler: async ({ params: { id }, body, user: actor }) => {
      await change.notePrinted(db, body, { id, actor, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...recitalEndpoints.fillNextEvent,
    handler: async ({ body: { recitalid }, user: actor }) => {
      await change.fillNextEvent(db, recitalid, { actor, now: now() });
      return { modifiedCount: 1 };
    },
  });
};
