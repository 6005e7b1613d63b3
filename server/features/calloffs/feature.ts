import type { Feature } from '#server/features/feature.ts';
import { type CallOffOptions, callOffRoutes } from './routes.ts';
import { workCallOffs } from './work-call-offs.ts';

const JOB = 'call-offs';
const EVERY_MS = 2000;

export const callOffFeature = ({
  wake,
  ...options
}: Omit<CallOffOptions, 'wake'> & { wake: (job: string) => void }): Feature => ({
  routes: (app) => callOffRoutes(app, { ...options, wake: () => wake(JOB) }),
  jobs: [{ name: JOB, everyMs: EVERY_MS, run: () => workCallOffs(options.payments) }],
});
