import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { deleteSelectionsOf, findSelectionsOf } from './queries.ts';
import { selectionRoutes } from './routes.ts';

export const selectionFeature = (options: { db: Db; now: () => number }): Feature => ({
  routes: (app) => selectionRoutes(app, options),
  person: {
    tables: ['selections'],
    export: async (db, { email }) => ({ selections: await findSelectionsOf(db, email) }),
    erase: (tx, { email }) => deleteSelectionsOf(tx, email),
  },
});
