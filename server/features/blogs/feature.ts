import type { Db } from '#server/database/schema.ts';
import type { Feature } from '#server/features/feature.ts';
import { blogRoutes } from './routes.ts';

export const blogFeature = (options: { db: Db }): Feature => ({ routes: (app) => blogRoutes(app, options) });
