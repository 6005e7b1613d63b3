import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { instructorRoutes } from './routes.ts';

export const instructorFeature = (options: { db: Db; now: () => number }): Feature => ({
  routes: (app) => instructorRoutes(app, options),
  own: { instructor: async (id, caller) => ensure(id === caller._id, 'forbidden') },
});
