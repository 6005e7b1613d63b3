import type { Feature } from '#server/features/feature.ts';
import { deleteMerges, forgetMerges } from './forget-merges.ts';
import { type FamilyOptions, familyRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

export const familyFeature = (options: FamilyOptions): Feature => ({
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
});
