import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A question to the school, as the office reads it. */
export type Question = z.input<typeof schema.Question>;
export type QuestionPage = z.input<typeof schema.QuestionPage>;

export const QUESTION_MAX = 2000;
export const ANSWER_MAX = 5000;
/** The most unanswered questions of one account or address. */
export const OPEN_QUESTIONS_MAX = 5;
/** The most questions from one network within a day, of callers without a confirmed address. */
export const QUESTIONS_OF_NETWORK = 20;
/** How long a question is kept, answered or not, in days. */
export const QUESTION_DAYS = 180;

const admins = { admin: 'any' } as const;

export const questionCalls = {
  askQuestion: { method: 'POST', url: '/questions', config: { access: 'everyone' } },
  browseQuestions: { method: 'GET', url: '/questions', config: { access: { ...admins, key: 'people' } } },
  answerQuestion: { method: 'PUT', url: '/questions/:id/answer', config: { access: admins } },
  deleteQuestion: { method: 'DELETE', url: '/questions/:id', config: { access: admins } },
} as const satisfies Calls;
