import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { erasePersonInLog, findLinesOf } from './queries.ts';
import { changeRoutes } from './routes.ts';

export const changeFeature = (options: { db: Db; readSchool: ReadSchool }): Feature => ({
  routes: (app) => changeRoutes(app, options),
  recovery: { changes: { stays: 'The log is never altered: it shows what was done.' } },
  person: {
    tables: ['changes'],
    export: async (db, family) => ({ log: await findLinesOf(db, family) }),
    erase: erasePersonInLog,
  },
});
