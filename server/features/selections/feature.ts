import type { Feature } from '#server/features/feature.ts';
import { mayActFor } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findSelection } from './queries.ts';
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
});
