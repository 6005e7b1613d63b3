import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { userEndpoints } from '#contract/users.schema.ts';
import type { AccessTokens } from '#server/access-tokens.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/errors.ts';
import { changeRole } from './change-role.ts';
import * as queries from './queries.ts';
import { signInUser } from './sign-in-user.ts';

type Options = { db: Db; tokens: AccessTokens; now: () => number; adminEmail: string | undefined };

const USERAGENT_MAX = 300;

export const userRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, tokens, now, adminEmail }) => {
  app.route({
    ...userEndpoints.signInUser,
    handler: async ({ identity, body }) => {
      return { data: await signInUser(db, { identity, profile: body, adminEmail, now: now() }) };
    },
  });

  app.route({
    ...userEndpoints.issueAccessToken,
    handler: async ({ identity, body, headers }) => {
      ensure(body.email === identity.email, 'forbidden');
      const user = await queries.findUserByEmail(db, identity.email);
      ensure(user && user.uid === identity.uid, 'user-not-found');
      ensure(identity.authTime >= user.validsince, 'session-ended');
      const signIn = { userid: user._id, authtime: identity.authTime };
      ensure(!(await queries.isSignInEnded(db, signIn)), 'session-ended');
      const useragent = (headers['user-agent'] ?? '').slice(0, USERAGENT_MAX);
      const session = await queries.upsertSession(db, { ...signIn, useragent, now: now() });
      ensure(session, 'session-ended');
      return { token: await tokens.issue({ userid: user._id, sessionid: session._id }) };
    },
  });

  app.route({ ...userEndpoints.listUsers, handler: () => queries.findUsers(db) });

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

  app.route({ ...userEndpoints.listInstructors, handler: () => queries.findInstructors(db) });
};
