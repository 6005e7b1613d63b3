import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Email, Name, optionalId } from '#contract/fields.form.ts';
import {
  ById,
  Deleted,
  Id,
  Inserted,
  lenient,
  Moment,
  PageQuery,
  pageOf,
  Updated,
} from '#contract/primitives.schema.ts';
import { questionCalls } from './calls.ts';
import { AnswerDraft, OwnQuestionDraft } from './form.ts';

export const Question = z
  .object({
    _id: Id,
    text: z.string(),
    /** Those of the account, or as they were typed; the name may be empty. */
    name: z.string(),
    email: z.string(),
    /** The account that asked; null for a stranger. */
    userid: Id.nullable(),
    /** The class it is about; null where it is about none, or the class was deleted. */
    classid: Id.nullable(),
    classname: z.string().nullable(),
    createdat: Moment,
    /** Null while it waits for one. */
    answer: z.string().nullable(),
    answeredat: Moment.nullable(),
    /** Null where the account is gone. */
    answeredby: z.string().nullable(),
  })
  .meta({ id: 'Question' });

export const QuestionPage = pageOf(Question);

export const questionEndpoints = withSchemas(questionCalls, {
  askQuestion: {
    summary:
      'Asks the school something, about a class or in general; the office answers by mail. A caller who is not signed in gives an address.',
    unlogged: 'The list of questions shows it.',
    refusals: ['class-not-found', 'too-many-questions'],
    body: z.object({
      ...OwnQuestionDraft.shape,
      classid: optionalId,
      /** For a question of a visitor. */
      email: z.optional(Email),
      name: z.optional(Name),
    }),
    response: { 200: Inserted },
  },
  browseQuestions: {
    summary: 'One page of questions, the newest first: those without an answer, or those with one.',
    querystring: PageQuery.extend({ answered: lenient(z.literal('1')) }),
    response: { 200: QuestionPage },
  },
  answerQuestion: {
    summary: 'Answers a question, once: the answer goes out by mail.',
    refusals: ['question-not-found', 'question-answered'],
    params: ById,
    body: z.object(AnswerDraft.shape),
    response: { 200: Updated },
  },
  deleteQuestion: {
    summary: 'Deletes a question, without an email to anyone.',
    refusals: ['question-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
