import type { Feature } from '#server/features/feature.ts';
import { forgetAnswersJob } from './keep-answer.ts';
import { sweepRevisionsJob } from './revisions.ts';
import { type V1Options, v1Routes } from './routes.ts';

/** What programs of the school read and write by an API key, under `/v1`. */
export const v1Feature = (options: V1Options): Feature => ({
  routes: (app) => v1Routes(app, options),
  jobs: [sweepRevisionsJob(options), forgetAnswersJob(options)],
});
