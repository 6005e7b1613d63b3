import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { questionEndpoints } from '#contract/questions/schema.ts';
import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { AppError } from '#server/http/errors.ts';
import { answerQuestion } from './answer-question.ts';
import { askQuestion } from './ask-question.ts';
import { deleteQuestion } from './delete-question.ts';
import { browseQuestions } from './queries.ts';

export type QuestionOptions = { db: Db; now: () => number; rateLimitFactor: number };

export const questionRoutes: FastifyPluginAsyncZod<QuestionOptions> = async (app, options) => {
  const { db, now, rateLimitFactor: factor } = options;

  app.route({
    ...questionEndpoints.askQuestion,
    handler: async ({ body: { email, name, ...asked }, caller, ip }) => {
      if (!caller && !email)
        throw new AppError('invalid-input', {
          faults: [{ field: 'email', detail: t('errors.answer_goes_nowhere') }],
        });
      const who = caller
        ? { userid: caller._id, email: null, name: null, isProved: caller.emailverified === 1 }
        : { userid: null, email: email ?? null, name: name ?? null, isProved: false };
      return { insertedId: await askQuestion(db, { ...asked, ...who, ip }, { now: now(), factor }) };
    },
  });

  app.route({
    ...questionEndpoints.browseQuestions,
    handler: ({ query: { answered, ...ask } }) =>
      browseQuestions(db, { ...ask, isAnswered: answered !== undefined }),
  });

  app.route({
    ...questionEndpoints.answerQuestion,
    handler: async ({ params: { id: _id }, body: { answer }, user }) => {
      await answerQuestion(db, { _id, answer, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...questionEndpoints.deleteQuestion,
    handler: async ({ params: { id }, user }) => {
      await deleteQuestion(db, { id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });
};
