import type { Feature } from '#server/features/feature.ts';
import { type BillingOptions, billingRoutes } from './routes.ts';
import { type IssueOpen, workRuns } from './run.ts';

const JOB = 'billing';
const EVERY_MS = 2000;

export const billingFeature = ({
  wake,
  issueOpen,
  ...options
}: Omit<BillingOptions, 'wake'> & { wake: (job: string) => void; issueOpen: IssueOpen }): Feature => ({
  routes: (app) => billingRoutes(app, { ...options, wake: () => wake(JOB) }),
  jobs: [
    {
      name: JOB,
      everyMs: EVERY_MS,
      run: () => workRuns({ ...options.payments, readSchool: options.readSchool, issueOpen }),
    },
  ],
});
