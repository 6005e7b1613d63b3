import type { Feature } from '#server/features/feature.ts';
import { endKeysJob } from './end-keys.ts';
import { type KeyOptions, keyRoutes } from './routes.ts';

export const keyFeature = (options: KeyOptions): Feature => ({
  routes: (app) => keyRoutes(app, options),
  jobs: [endKeysJob(options)],
});
