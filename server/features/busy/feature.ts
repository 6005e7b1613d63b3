import type { Feature } from '#server/features/feature.ts';
import type { Leases } from '#server/jobs/leases.ts';
import { readBusyJob } from './read-due.ts';
import { type BusyRouteOptions, busyRoutes } from './routes.ts';

type Options = BusyRouteOptions & { lease: Leases; logError: (error: unknown) => void };

export const busyFeature = (options: Options): Feature => ({
  routes: (app) => busyRoutes(app, options),
  jobs: [readBusyJob(options)],
});
