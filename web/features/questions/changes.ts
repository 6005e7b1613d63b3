import { questionCalls } from '#contract/questions/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(questionCalls);

/** Changes to questions. */
export const askChanges = {
  ask: (body: { text: string; classid?: string; email?: string; name?: string }) =>
    attempt(api.askQuestion({ body })),
};

/** What the office does with them. */
export const questionChanges = {
  answer: ({ id, answer }: { id: string; answer: string }) =>
    attempt(api.answerQuestion({ params: { id }, body: { answer } }), t('questions.answer_sent')),
  deleteQuestion: (params: { id: string }) =>
    announce(api.deleteQuestion({ params }), { done: t('questions.deleted') }),
};
