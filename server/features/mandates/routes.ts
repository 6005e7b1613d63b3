import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { mandateEndpoints } from '#contract/mandates/schema.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findOrdersByIntent, type Payments, reserveWords } from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { withDeadline } from '#server/services/with-deadline.ts';
import { findSaved, forgetCards } from './queries.ts';
import { consentWords, type IsPayable, intentOf, saveCard, saveNoCard, takeCard } from './save-card.ts';

export type MandateOptions = {
  payments: Pick<Payments, 'db' | 'cards' | 'now' | 'lease' | 'logError'>;
  readSchool: ReadSchool;
  /** Of payments that are not of places. */
  isPayable: IsPayable;
  /** Whether instalments of an account are still to be taken from its card. */
  isCardNeeded: (tx: Db, userid: string) => Promise<boolean>;
  /** Asks the workers to look at once. */
  wake: () => void;
};

export const mandateRoutes: FastifyPluginAsyncZod<MandateOptions> = async (
  app,
  { payments, readSchool, isPayable, isCardNeeded, wake },
) => {
  const { db, now } = payments;
  /** What the payer of a payment agrees to beside saving the card. */
  const reserved = async (clientSecret: string) =>
    reserveWords(db, await findOrdersByIntent(db, [intentOf(clientSecret)]), await readSchool());
  const wordsOf = async (clientSecret: string) =>
    [consentWords((await readSchool()).name), await reserved(clientSecret)].filter(Boolean).join(' ');
  const saving = { db, now, isPayable, cards: withDeadline(payments.cards) };

  app.route({
    ...mandateEndpoints.readCards,
    handler: async ({ user }) => ({ cards: await findSaved(db, user._id) }),
  });

  app.route({
    ...mandateEndpoints.saveCard,
    handler: async ({ user, body: { clientSecret, save } }) => {
      const asking = { userid: user._id, clientSecret };
      if (save) await saveCard(saving, { ...asking, words: await wordsOf(clientSecret) });
      else await saveNoCard(saving, asking);
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...mandateEndpoints.takeCard,
    handler: async ({ user, body: { clientSecret } }) => ({
      paymentMethod: await takeCard(saving, {
        ...{ userid: user._id, clientSecret },
        agreed: await reserved(clientSecret),
      }),
    }),
  });

  app.route({
    ...mandateEndpoints.forgetCards,
    handler: async ({ user }) => {
      const forgotten = await transact(db, async (tx) => {
        await lockUser(tx, user._id);
        ensure(!(await isCardNeeded(tx, user._id)), 'instalments-running');
        return forgetCards(tx, user._id, now());
      });
      wake();
      return { deletedCount: forgotten.filter(({ state }) => state === 'saved').length };
    },
  });
};
