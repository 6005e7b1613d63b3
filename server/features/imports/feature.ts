import type { Feature } from '#server/features/feature.ts';
import type { ImportOptions } from './import-file.ts';
import { deleteEmptyImports, eraseImporter } from './queries.ts';
import { importRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

export const importFeature = (options: ImportOptions): Feature => ({
  routes: (app) => importRoutes(app, options),
  jobs: [
    {
      name: 'empty-imports',
      everyMs: HOUR_MS,
      run: () => deleteEmptyImports(options.db, options.now()).then(() => 0),
    },
  ],
  recovery: {
    imports: { stays: 'An import can be undone by the office, and its invitations end as claims.' },
  },
  person: { tables: ['imports'], erase: (tx, { _id }) => eraseImporter(tx, _id) },
});
