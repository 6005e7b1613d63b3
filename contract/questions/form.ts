import * as z from 'zod/mini';
import { Email, Name, requiredText } from '#contract/fields.form.ts';
import { ANSWER_MAX, QUESTION_MAX } from './calls.ts';

const Words = requiredText(QUESTION_MAX, 'questions.write_question');

/** A question of a signed-in account. */
export const OwnQuestionDraft = z.object({ text: Words });

/** The same of a stranger, who says where the answer goes. */
export const QuestionDraft = z.object({ text: Words, email: Email, name: Name });

export const AnswerDraft = z.object({ answer: requiredText(ANSWER_MAX, 'questions.write_answer') });
