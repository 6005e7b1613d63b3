import { CIRCULAR_DAYS, RECIPIENT_DAYS } from '#contract/circulars/calls.ts';
import type { Feature } from '#server/features/feature.ts';
import { deleteOld } from './queries.ts';
import { type CircularOptions, circularRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const circularFeature = (options: CircularOptions): Feature => ({
  routes: (app) => circularRoutes(app, options),
  jobs: [
    {
      name: 'circulars',
      everyMs: HOUR_MS,
      run: async () => {
        const now = options.now();
        await deleteOld(options.db, {
          recipientsBefore: now - RECIPIENT_DAYS * DAY_MS,
          circularsBefore: now - CIRCULAR_DAYS * DAY_MS,
        });
        return 0;
      },
    },
  ],
});
