import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { User, userEndpoints } from '#contract/users.schema.ts';
import type { AccessTokens } from '#server/auth/access-tokens.ts';
import { openSignIn } from '#server/auth/open-sign-in.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { sendList } from '#server/http/send-list.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { changeRole } from './change-role.ts';
import * as queries from './queries.ts';
import { signInUser } from './sign-in-user.ts';

export type UserOptions = {
  db: Db;
  tokens: AccessTokens;
  /** Throws for a person whose account here was erased. */
  refuseErased: (identity: Identity) => Promise<void>;
  now: () => number;
  /** Is notified when pages show an old name, picture or address. */
  changed: () => void;
  adminEmail: string | undefined;
};

const USERAGENT_MAX = 300;

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (
  app,
  { db, tokens, refuseErased, now, changed, adminEmail },
) => {
  app.route({
    ...userEndpoints.signInUser,
    handler: async ({ identity, body }) => {
      await refuseErased(identity);
      return { data: await signInUser(db, { identity, profile: body, adminEmail, changed, now: now() }) };
    },
  });

  app.route({
    ...userEndpoints.issueAccessToken,
    handler: async ({ identity, body, headers }) => {
      ensure(body.email === identity.email, 'forbidden');
      const useragent = (headers['user-agent'] ?? '').slice(0, USERAGENT_MAX);
      return { token: await tokens.issue(await openSignIn(db, { identity, useragent, now: now() })) };
    },
  });

  app.route({
    ...userEndpoints.listUsers,
    handler: (_request, reply) => sendList(reply, User, queries.findUsers(db)),
  });

  app.route({ ...userEndpoints.searchUsers, handler: ({ query }) => queries.searchUsers(db, query) });

  app.route({
    ...userEndpoints.makeAdmin,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'admin', { id, was, actor: user, now: now() }),
  });

  app.route({
    ...userEndpoints.makeInstructor,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'instructor', { id, was, actor: user, now: now() }),
  });

  app.route({
    ...userEndpoints.makeStudent,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'student', { id, was, actor: user, now: now() }),
  });
};
