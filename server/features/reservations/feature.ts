import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Feature } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { workDecisions } from './decide.ts';
import { reservationRoutes } from './routes.ts';

const JOB = 'class-decisions';
const EVERY_MS = 10_000;

type Options = { payments: Payments; readSchool: ReadSchool; wake: (job: string) => void };

export const reservationFeature = ({ payments, readSchool, wake }: Options): Feature => ({
  routes: (app) => reservationRoutes(app, { payments, wake: () => wake(JOB) }),
  jobs: [
    {
      name: JOB,
      everyMs: EVERY_MS,
      run: () => workDecisions({ payments, readSchool, wakeCallOffs: () => wake('call-offs') }),
    },
  ],
});
