import type { Feature } from '#server/features/feature.ts';
import type { ImportOptions } from './import-file.ts';
import { deleteEmptyImports } from './queries.ts';
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
});
