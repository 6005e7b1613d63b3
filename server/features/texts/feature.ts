import type { Feature } from '#server/features/feature.ts';
import { deleteConsents, findConsents, forgetAuthor } from './queries.ts';
import { type TextOptions, textRoutes } from './routes.ts';

export const textFeature = (options: TextOptions): Feature => ({
  routes: (app) => textRoutes(app, options),
  recovery: {
    texts: { stays: 'Every version is kept, and the one before can be published again.' },
    consents: { stays: 'What the account agreed to by registering.' },
  },
  person: {
    tables: ['texts', 'consents'],
    export: async (db, { _id }) => ({ consents: await findConsents(db, _id) }),
    async erase(tx, { _id }) {
      await forgetAuthor(tx, _id);
      await deleteConsents(tx, _id);
    },
  },
});
