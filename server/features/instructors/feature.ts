import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteProfile, findProfile } from './queries.ts';
import { instructorRoutes } from './routes.ts';

export const instructorFeature = (options: { db: Db; now: () => number }): Feature => ({
  routes: (app) => instructorRoutes(app, options),
  own: { instructor: async (id, caller) => ensure(id === caller._id, 'forbidden') },
  recovery: {
    instructors: { stays: 'What visitors read of a teacher can be changed back, and cleared by an admin.' },
  },
  person: {
    tables: ['instructors'],
    export: async (db, { _id }) => ({ teaching: await findProfile(db, _id) }),
    erase: (tx, { _id }) => deleteProfile(tx, _id),
  },
});
