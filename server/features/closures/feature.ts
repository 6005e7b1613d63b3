import type { Feature } from '#server/features/feature.ts';
import type { ClosureOptions } from './change-closure.ts';
import { deleteClosuresOf } from './queries.ts';
import { closureRoutes } from './routes.ts';

export const closureFeature = (options: ClosureOptions): Feature => ({
  routes: (app) => closureRoutes(app, options),
  recovery: { closures: { stays: 'Closing days are the school’s and can be deleted.' } },
  person: {
    tables: ['closures'],
    erase: (tx, { _id }) => deleteClosuresOf(tx, _id),
  },
});
