import type { Feature, RecoveryRules } from '#server/features/feature.ts';
import { deleteMerges, forgetMerges } from './forget-merges.ts';
import { mergePerson } from './person.ts';
import { type FamilyOptions, familyRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

/** `recovery`: what becomes of merges, as `mergeRecovery` says of all rows. */
export const familyFeature = (options: FamilyOptions & { recovery: RecoveryRules }): Feature => ({
  routes: (app) => familyRoutes(app, options),
  jobs: [
    {
      name: 'merges',
      everyMs: HOUR_MS,
      run: async () =>
        (await forgetMerges(options.db, { rows: options.rows, now: options.now() })) +
        (await deleteMerges(options.db, options.now())),
    },
  ],
  recovery: options.recovery,
  person: mergePerson,
});
