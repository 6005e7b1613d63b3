import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { User, userEndpoints } from '#contract/users/schema.ts';
import type { AccessTokens } from '#server/auth/access-tokens.ts';
import { type AskedSince, secondFactorFrom } from '#server/auth/second-factor.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { isRecovered } from '#server/features/recovery/index.ts';
import { sendList } from '#server/http/answers/send-list.ts';
import { ensure } from '#server/http/errors.ts';
import type { Identity, IdentityProvider } from '#server/services/identity-provider.ts';
import { changeRole, isConfirmed } from './change-role.ts';
import { noteSessionsEnded } from './note-sessions-ended.ts';
import { openSignIn } from './open-sign-in.ts';
import * as queries from './queries.ts';
import { hasSecondFactor, resetSecondFactor } from './second-factor.ts';
import { signInUser } from './sign-in-user.ts';

export type UserOptions = {
  db: Db;
  tokens: AccessTokens;
  identity: IdentityProvider;
  askedSince: AskedSince;
  /** Throws for a person whose account here was erased. */
  refuseErased: (identity: Identity) => Promise<void>;
  now: () => number;
  /** Is notified when pages show an old name, picture or address. */
  changed: () => void;
  /**
   * Is notified where an account stays that was to be deleted: what it teaches, writes and waits for shows
   * again.
   */
  showAnew: () => void;
  adminEmail: string | undefined;
  /** What ends with a recovery, and with the rights of an admin, as every feature says. */
  rows: Rows;
};

const USERAGENT_MAX = 300;

export const userRoutes: FastifyPluginAsyncZod<UserOptions> = async (
  app,
  { db, tokens, identity: service, askedSince, refuseErased, now, changed, showAnew, adminEmail, rows },
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
      { validsince, isRecovery: sessionssince !== null, showAnew, rows, now: now() },
    );

  app.route({
    ...userEndpoints.signInUser,
    handler: async ({ identity, body }) => {
      await refuseErased(identity);
      const user = await signInUser(db, { identity, profile: body, adminEmail, changed, now: now(), rows });
      if (user.sessionssince === null || user.sessionssince < identity.validSince)
        await transact(db, (tx) => sessionsEnded(tx, identity, user));
      const isToLook = await isRecovered(db, user._id);
      const factorfrom = identity.hasSecondFactor ? undefined : secondFactorFrom(user, askedSince);
      const { email } = identity;
      return { data: { ...user, email, factorfrom, ...(isToLook && { recovered: true as const }) } };
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
        askedSince,
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
    handler: async ({ query, key }) => {
      // A key of the school's own programs neither reads telephone numbers nor looks for one.
      const withPhones = key === null;
      const page = await queries.searchUsers(db, { ...query, withPhones });
      const items = page.items.map((user) => ({
        ...user,
        phone: withPhones ? user.phone : undefined,
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
    ...userEndpoints.makeOffice,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'office', { id, was, actor: user, now: now(), rows }),
  });

  app.route({
    ...userEndpoints.readSecondFactor,
    handler: async ({ params: { id } }) => ({ has: await hasSecondFactor({ db, identity: service }, id) }),
  });

  app.route({
    ...userEndpoints.resetSecondFactor,
    handler: async ({ params: { id }, user }) => {
      await resetSecondFactor({ db, identity: service }, { id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...userEndpoints.makeStudent,
    handler: ({ params: { id }, body: { was }, user }) =>
      changeRole(db, 'student', { id, was, actor: user, now: now(), rows }),
  });
};
