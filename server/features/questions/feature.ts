import type { Feature } from '#server/features/feature.ts';
import { deleteOldQuestions, findQuestionsOf, forgetPerson } from './queries.ts';
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
  recovery: { questions: { stays: 'What was asked; the answer goes to the account’s own address.' } },
  person: {
    tables: ['questions'],
    export: async (db, { _id }) => ({ questions: await findQuestionsOf(db, _id) }),
    erase: (tx, { _id }) => forgetPerson(tx, _id),
  },
});
