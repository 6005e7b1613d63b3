import { type Feature, namesOf } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteSelectionsOf, findSelection, findSelectionsOf } from './queries.ts';
import { type SelectionOptions, selectionRoutes } from './routes.ts';

export const selectionFeature = (options: SelectionOptions): Feature => ({
  routes: (app) => selectionRoutes(app, options),
  own: {
    selection: async (id, caller) => {
      const found = await findSelection(options.db, id);
      ensure(found && found.enrolled === 0, 'selection-not-found');
      // Others must not learn whether there is such a child.
      const refusal = found.self === 1 ? 'forbidden' : 'selection-not-found';
      ensure(await mayActFor(options.db, caller, found.learnerid, 'enrol'), refusal);
    },
  },
  recovery: { selections: { stays: 'What is selected costs nothing and can be taken out.' } },
  person: {
    tables: ['selections'],
    async export(db, family) {
      const names = namesOf(family);
      const selected = await findSelectionsOf(db, [...names.keys()]);
      return { selections: selected.map((one) => ({ ...one, learnername: names.get(one.learnerid) ?? '' })) };
    },
    eraseLearner: (tx, learnerid) => deleteSelectionsOf(tx, learnerid),
  },
});
