import type { Feature } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteEndedWishes, findWish } from './queries.ts';
import { type WishOptions, wishRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;
const REST_MS = 200;

export const wishFeature = (options: WishOptions): Feature => ({
  routes: (app) => wishRoutes(app, options),
  jobs: [
    {
      name: 'wishes-sweep',
      everyMs: HOUR_MS,
      restMs: REST_MS,
      run: async () => {
        const ended = await deleteEndedWishes(options.db, options.now());
        if (ended > 0) options.changed();
        return ended;
      },
    },
  ],
  own: {
    wish: async (id, caller) => {
      const wish = await findWish(options.db, id);
      ensure(wish, 'wish-not-found');
      ensure(await mayActFor(options.db, caller, wish.learnerid, 'enrol'), 'wish-not-found');
    },
  },
});
