import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import type { Seats } from '#server/features/seats/index.ts';
import { ensure } from '#server/http/errors.ts';
import { classPerson } from './person.ts';
import { findClass } from './queries.ts';
import { classRoutes } from './routes.ts';

export const classFeature = (options: { db: Db; seats: Seats; now: () => number }): Feature => ({
  routes: (app) => classRoutes(app, options),
  own: {
    class: async (id, caller) => {
      const found = await findClass(options.db, id);
      ensure(found, 'class-not-found');
      ensure(found.instructorid === caller._id, 'forbidden');
    },
  },
  person: classPerson(options),
});
