import type { Feature } from '#server/features/feature.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteSelectionsOf, findSelection, findSelectionsOf } from './queries.ts';
import { type SelectionOptions, selectionRoutes } from './routes.ts';

export const selectionFeature = (options: SelectionOptions): Feature => ({
  routes: (app) => selectionRoutes(app, options),
  own: {
    selection: async (id, caller) => {
      const found = await findSelection(options.db, id);
      ensure(found && found.enrolled === 0, 'selection-not-found');
      ensure(found.learnerid === caller.learnerid, 'forbidden');
    },
  },
  person: {
    tables: ['selections'],
    export: async (db, { learnerid }) => ({ selections: await findSelectionsOf(db, learnerid) }),
    eraseLearner: (tx, learnerid) => deleteSelectionsOf(tx, learnerid),
  },
});
