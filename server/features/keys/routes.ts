import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { keyEndpoints } from '#contract/keys/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import { addKey } from './add-key.ts';
import { findKeys } from './queries.ts';
import { revokeKeys } from './revoke-keys.ts';

export type KeyOptions = { db: Db; now: () => number };

export const keyRoutes: FastifyPluginAsyncZod<KeyOptions> = async (app, { db, now }) => {
  app.route({ ...keyEndpoints.listKeys, handler: () => findKeys(db) });

  app.route({
    ...keyEndpoints.addKey,
    handler: ({ body, user }) => addKey(db, body, { actor: user, now: now() }),
  });

  app.route({
    ...keyEndpoints.revokeKey,
    handler: async ({ params: { id: _id }, user }) => {
      const deletedCount = await transact(db, (tx) => revokeKeys(tx, { _id, actor: user, now: now() }));
      ensure(deletedCount, 'key-not-found');
      return { deletedCount };
    },
  });
};
