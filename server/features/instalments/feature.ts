import type { Feature } from '#server/features/feature.ts';
import { notifyExpiringCards } from './notify-card-expires.ts';
import { type InstalmentOptions, instalmentRoutes } from './routes.ts';
import { workInstalments } from './work-instalments.ts';

const EVERY_MS = 5000;
const CARDS_EVERY_MS = 60 * 60_000;

export const instalmentFeature = (options: InstalmentOptions): Feature => ({
  routes: (app) => instalmentRoutes(app, options),
  jobs: [
    { name: 'instalments', everyMs: EVERY_MS, run: () => workInstalments(options) },
    { name: 'expiring-cards', everyMs: CARDS_EVERY_MS, run: () => notifyExpiringCards(options) },
  ],
});
