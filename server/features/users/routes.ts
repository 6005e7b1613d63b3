import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { User, userEndpoints } from '#contract/users/schema.ts';
import type { AccessTokens } from '#server/auth/access-tokens.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { isRecovered } from '#server/features/recovery/index.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { ensure } from '#server/http/errors.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { changeRole, isConfirmed } from './change-role.ts';
import { noteSessionsEnded } from './note-sessions-ended.ts';
import { openSignIn } from './open-sign-in.ts';
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
  /**
   * Is notified where an account stays that was to be deleted: what it teaches, writes and waits for shows
   * again.
   */
  stays: () => void;
  adminEmail: string | undefined;
  /** What ends with a recovery, and with the rights of an admin, as every feature says. */
  rows: Rows;
};

const USERAGENT_MAX = 300;

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (
  app,
  { db, tokens, refuseErased, now, changed, stays, adminEmail, rows },
) => {
  /** What the identity service says that is new here: with a first word of it nothing ends. */
  const sessionsEnded = (
    tx: Db,
    { validSince: validsince }: Identity,
    { _id: userid, sessionssince }: Pick<queries.UserRow, '_id' | 'sessionssince'>,
  ) =>
    noteSessionsEnded(
      tx,
      { userid },
      { validsince, isRecovery: sessionssince !== null, stays, rows, now: now() },
    );

  app.route({
    ...userEndpoints.signInUser,
    handler: async ({ identity, body }) => {
      await refuseErased(identity);
      const user = await signInUser(db, { identity, profile: body, adminEmail, changed, now: now(), rows });
      if (user.sessionssince === null || user.sessionssince < identity.validSince)
        await transact(db, (tx) => sessionsEnded(tx, identity, user));
      const isToLook = await isRecovered(db, user._id);
      return { data: { ...user, ...(isToLook && { recovered: true as const }) } };
    },
  });

  app.route({
    ...userEndpoints.issueAccessToken,
    handler: async ({ identity, body, headers }) => {
      ensure(body.email === identity.email, 'forbidden');
      const useragent = (headers['user-agent'] ?? '').slice(0, USERAGENT_MAX);
      let isShown = false;
      const opened = await openSignIn(db, {
        identity,
        useragent,
        now: now(),
        sessionsEnded: (tx, user) => sessionsEnded(tx, identity, user),
        proved: ({ role }) => {
          isShown = role === 'instructor';
        },
      });
      // The school's pages may name them from now on.
      if (isShown) changed();
      return { token: await tokens.issue(opened) };
    },
  });

  app.route({
    ...userEndpoints.listUsers,
    handler: (_request, reply) => sendList(reply, User, queries.findUsers(db)),
  });

  app.route({
    ...userEndpoints.searchUsers,
    handler: async ({ query }) => {
      const page = await queries.searchUsers(db, query);
      const items = page.items.map((user) => ({
        ...user,
        confirmed: isConfirmed(user),
        listed: user.listed !== 0,
      }));
      return { ...page, items };
    },
  });

  app.route({
    ...userEndpoints.makeAdmin,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'admin', { id, was, actor: user, now: now(), rows }),
  });

  app.route({
    ...userEndpoints.makeInstructor,
    handler: ({ params: { id }, body: { was, listed }, user }) =>
      changeRole(db, 'instructor', { id, was, listed, actor: user, now: now(), rows }),
  });

  app.route({
    ...userEndpoints.makeStudent,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'student', { id, was, actor: user, now: now(), rows }),
  });
};
