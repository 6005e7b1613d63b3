import type { Feature } from '#server/features/feature.ts';
import type { SendMail } from '#server/jobs/send-due-mails.ts';
import type { GoLiveOptions } from './list-lines.ts';
import { goLiveRoutes } from './routes.ts';

export const goLiveFeature = (options: GoLiveOptions & { send: SendMail }): Feature => ({
  routes: (app) => goLiveRoutes(app, options),
});
