import type { Feature } from '#server/features/feature.ts';
import { endUnattended } from './end-unattended.ts';
import { type RehearsalOptions, rehearsalRoutes } from './routes.ts';

/** How often it is asked whether the admin who began a copy is still signed in. */
const LOOK_MS = 2000;

export const rehearsalFeature = (options: RehearsalOptions): Feature => ({
  routes: (app) => rehearsalRoutes(app, options),
  jobs: options.askCopy && [{ name: 'rehearsal-end', everyMs: LOOK_MS, run: () => endUnattended(options) }],
});
