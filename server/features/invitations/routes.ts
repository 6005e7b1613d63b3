import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { invitationEndpoints } from '#contract/invitations/schema.ts';
import { isShipped } from '#languages/languages.ts';
import { language } from '#languages/t.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import { type Accepting, acceptInvitation } from './accept.ts';
import { type Inviting, invite, inviteAgain, withdrawInvitation } from './invite.ts';
import { listInvitations } from './list-invitations.ts';
import { readInvitation } from './open-link.ts';

export type InvitationOptions = Inviting & Accepting & { readSchool: ReadSchool };

export const invitationRoutes: FastifyPluginAsyncZod<InvitationOptions> = async (app, options) => {
  app.route({ ...invitationEndpoints.listInvitations, handler: () => listInvitations(options) });

  app.route({
    ...invitationEndpoints.addInvitation,
    handler: async ({ body, user }) => ({ insertedId: await invite(options, body, user) }),
  });

  app.route({
    ...invitationEndpoints.withdrawInvitation,
    handler: async ({ params: { id }, user }) => {
      await withdrawInvitation(options, id, user);
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...invitationEndpoints.sendInvitationAgain,
    handler: async ({ params: { id }, user }) => ({ insertedId: await inviteAgain(options, id, user) }),
  });

  app.route({
    ...invitationEndpoints.readInvitation,
    handler: ({ params: { token }, caller }) => readInvitation(options, { token, caller }),
  });

  app.route({
    ...invitationEndpoints.acceptInvitation,
    handler: async ({ params: { token }, body: { agrees = [], ...answer }, caller }) => {
      const code = language();
      const isChosen = (await options.readSchool()).languages.length > 1 && isShipped(code);
      const role = await acceptInvitation(options, {
        ...answer,
        token,
        caller,
        consent: Object.fromEntries(agrees.map(({ slug, version }) => [slug, version])),
        language: isChosen ? code : null,
      });
      return { result: 'accepted' as const, role };
    },
  });
};
