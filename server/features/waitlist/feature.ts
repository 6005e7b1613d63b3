import type { Feature } from '#server/features/feature.ts';
import { waitlistPerson } from './person.ts';
import { type WaitlistOptions, waitlistRoutes } from './routes.ts';
import { workWaitlist } from './work-waitlist.ts';

const EVERY_MS = 2000;

export const waitlistFeature = (options: WaitlistOptions): Feature => ({
  routes: (app) => waitlistRoutes(app, options),
  jobs: [{ name: 'waitlist', everyMs: EVERY_MS, run: () => workWaitlist(options) }],
  person: waitlistPerson,
});
