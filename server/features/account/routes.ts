import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AccountData, accountEndpoints } from '#contract/account/schema.ts';
import { THIS_SESSION } from '#contract/account/sign-out.ts';
import { t } from '#languages/t.ts';
import { endSignIns, findOpenSignIns, markCurrent } from '#server/auth/sign-ins.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Erasing } from '#server/features/feature.ts';
import { closeRecovery, describeRecovery, endAllSetUp, endSetUp } from '#server/features/recovery/index.ts';
import { findContact, updateContact } from '#server/features/users/index.ts';
import { sendInTurns } from '#server/http/answers/encode-answers.ts';
import { ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { endEverySignIn } from './end-every-sign-in.ts';
import { askToErase, describeErasure, keepAccount, refuseUnproved } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { finishErasure } from './finish-erasure.ts';

export type AccountOptions = Erasing & {
  db: Db;
  now: () => number;
  identity: IdentityProvider;
  /** Called when an account leaves or stays: pages show less or more, and money may be owed. */
  erased: () => void;
};

const confirmFirst = () => t('errors.confirm_email_then_sign_in');

export const accountRoutes: FastifyPluginAsyncZod<AccountOptions> = async (app, options) => {
  const { db, now, identity, rows, seats, erased } = options;

  app.route({
    ...accountEndpoints.listSessions,
    handler: async ({ user }) => markCurrent(await findOpenSignIns(db, user._id), user.signinid),
  });

  app.route({
    ...accountEndpoints.endSession,
    handler: async ({ user, params }) => {
      const isFinal = params.id !== THIS_SESSION;
      const id = isFinal ? params.id : user.signinid;
      const modifiedCount = await endSignIns(db, { userid: user._id, id, isFinal, now: now() });
      ensure(modifiedCount, 'session-not-found');
      return { modifiedCount };
    },
  });

  app.route({
    ...accountEndpoints.endSessions,
    handler: async ({ identity: person }) => {
      // First there: anyone who still holds a refresh token could sign in here again.
      await identity.endSessions(person.token);
      return {
        modifiedCount: await endEverySignIn(db, { uid: person.uid, showAnew: erased, now: now(), rows }),
      };
    },
  });

  app.route({
    ...accountEndpoints.readRecovery,
    handler: ({ user }) => describeRecovery(db, rows, { userid: user._id, now: now() }),
  });

  app.route({
    ...accountEndpoints.endSetUp,
    handler: async ({ user, params }) => {
      await endSetUp(db, rows, { ...params, userid: user._id, now: now() });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...accountEndpoints.endAllSetUp,
    handler: async ({ user }) => ({
      deletedCount: await endAllSetUp(db, rows, { userid: user._id, now: now() }),
    }),
  });

  app.route({
    ...accountEndpoints.closeRecovery,
    handler: async ({ user }) => ({ modifiedCount: await closeRecovery(db, user._id) }),
  });

  app.route({
    ...accountEndpoints.makeRecoveryCodes,
    handler: async ({ identity: { uid, hasSecondFactor, isBySecondFactor } }) => {
      ensure(identity.makeRecoveryCodes, 'second-factor-elsewhere');
      ensure(hasSecondFactor, 'second-factor-missing');
      // A caller who makes codes has just shown the factor that they stand for.
      ensure(isBySecondFactor, 'sign-in-too-old');
      const codes = await identity.makeRecoveryCodes(uid);
      ensure(codes, 'second-factor-missing');
      return { codes };
    },
  });

  app.route({
    ...accountEndpoints.readContact,
    handler: async ({ user }) => {
      await refuseUnproved(db, user, confirmFirst);
      const contact = await findContact(db, user._id);
      ensure(contact, 'session-ended');
      return contact;
    },
  });

  app.route({
    ...accountEndpoints.writeContact,
    handler: async ({ user, body }) => {
      await refuseUnproved(db, user, confirmFirst);
      await transact(db, (tx) => updateContact(tx, { userid: user._id, now: now(), ...body }));
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...accountEndpoints.writeLanguage,
    handler: async ({ user, body }) => {
      await transact(db, (tx) => updateContact(tx, { userid: user._id, now: now(), ...body }));
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...accountEndpoints.readAccountData,
    handler: async ({ user }, reply) => sendInTurns(reply, AccountData, await exportAccount(db, rows, user)),
  });

  app.route({
    ...accountEndpoints.readErasure,
    handler: ({ user }) => describeErasure(db, { rows, seats }, user, now()),
  });

  app.route({
    ...accountEndpoints.keepAccount,
    handler: async ({ identity: person }) => {
      await keepAccount(db, rows, { ...person, now: now() });
      erased();
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...accountEndpoints.deleteAccount,
    handler: async ({ identity: person }) => {
      const wasThere = await askToErase(db, { uid: person.uid, now: now() });
      if (wasThere) erased();
      // Erased here before, but left at the identity service.
      else await finishErasure(db, identity, person);
      return { deletedCount: wasThere ? 1 : 0 };
    },
  });
};
