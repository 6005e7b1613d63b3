import type { Feature } from '#server/features/feature.ts';
import { endKeysJob } from './end-keys.ts';
import { keyRecovery } from './recovery.ts';
import { revokeKeys } from './revoke-keys.ts';
import { type KeyOptions, keyRoutes } from './routes.ts';

export const keyFeature = (options: KeyOptions): Feature => ({
  routes: (app) => keyRoutes(app, options),
  jobs: [endKeysJob(options)],
  recovery: keyRecovery,
  person: {
    tables: ['apikeys'],
    /** The person who made a key may still have a copy. */
    erase: async (tx, { _id: ownerid }, now) => void (await revokeKeys(tx, { ownerid, actor: null, now })),
  },
});
