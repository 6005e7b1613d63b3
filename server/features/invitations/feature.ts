import type { Feature } from '#server/features/feature.ts';
import { deleteOldInvitations } from './queries.ts';
import { type InvitationOptions, invitationRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

export const invitationFeature = (options: InvitationOptions): Feature => ({
  routes: (app) => invitationRoutes(app, options),
  jobs: [
    {
      name: 'invitations',
      everyMs: HOUR_MS,
      run: () => deleteOldInvitations(options.db, options.now()).then(() => 0),
    },
  ],
});
