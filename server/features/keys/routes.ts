import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { keyEndpoints } from '#contract/keys/schema.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import { addKey } from './add-key.ts';
import { findKeys } from './queries.ts';
import { revokeKeys } from './revoke-keys.ts';

export type KeyOptions = { db: Db; readSchool: ReadSchool; now: () => number };

export const keyRoutes: FastifyPluginAsyncZod<KeyOptions> = async (app, { db, readSchool, now }) => {
  app.route({ ...keyEndpoints.listKeys, handler: async () => findKeys(db, await readSchool()) });

  app.route({
    ...keyEndpoints.addKey,
    handler: async ({ body, user }) =>
      addKey(db, body, { school: await readSchool(), actor: user, now: now() }),
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
