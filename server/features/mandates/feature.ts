import type { Feature } from '#server/features/feature.ts';
import { type MandateOptions, mandateRoutes } from './routes.ts';
import { workMandates } from './work-mandates.ts';

const JOB = 'saved-cards';
const EVERY_MS = 2000;

export const mandateFeature = ({
  wake,
  ...options
}: Omit<MandateOptions, 'wake'> & { wake: (job: string) => void }): Feature => ({
  routes: (app) => mandateRoutes(app, { ...options, wake: () => wake(JOB) }),
  jobs: [{ name: JOB, everyMs: EVERY_MS, run: () => workMandates(options.payments) }],
});
