import type { Feature } from '#server/features/feature.ts';
import { deleteOldQuestions } from './queries.ts';
import { type QuestionOptions, questionRoutes } from './routes.ts';

const HOUR_MS = 60 * 60_000;

export const questionFeature = (options: QuestionOptions): Feature => ({
  routes: (app) => questionRoutes(app, options),
  jobs: [
    {
      name: 'questions',
      everyMs: HOUR_MS,
      run: async () => {
        await deleteOldQuestions(options.db, options.now());
        return 0;
      },
    },
  ],
});
