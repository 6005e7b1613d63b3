import type { Feature } from '#server/features/feature.ts';
import type { ImportOptions } from './import-file.ts';
import { eraseImporter } from './queries.ts';
import { importRoutes } from './routes.ts';

export const importFeature = (options: ImportOptions): Feature => ({
  routes: (app) => importRoutes(app, options),
  person: { tables: ['imports'], erase: (tx, { _id }) => eraseImporter(tx, _id) },
});
