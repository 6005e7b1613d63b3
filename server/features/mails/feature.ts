import type { Feature } from '#server/features/feature.ts';
import { type MailOptions, mailRoutes } from './routes.ts';

/** What is kept of a person here goes with the account: every mail to its address. */
export const mailFeature = (options: MailOptions): Feature => ({
  routes: (app) => mailRoutes(app, options),
});
