import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from './endpoint.ts';
import type * as form from './learners.form.ts';
import type * as schema from './learners.schema.ts';

export type Learner = z.input<typeof schema.Learner>;
export type LearnerDraft = z.input<typeof form.LearnerDraft>;

/** How many an account has, the learner that is itself among them. */
export const LEARNERS_MAX = 20;
export const LEARNER_NAME_MAX = 60;
export const NOTE_MAX = 500;

export const learnerCalls = {
  listLearners: {
    method: 'GET',
    url: '/learners',
    config: { access: { student: 'any', instructor: 'any', admin: 'any' } },
  },
  addLearner: { method: 'POST', url: '/learners', config: { access: { student: 'any' } } },
  updateLearner: { method: 'PUT', url: '/learners/:id', config: { access: ownOfEveryRole('learner') } },
  deleteLearner: {
    method: 'DELETE',
    url: '/learners/:id',
    config: { access: ownOfEveryRole('learner'), changes: ['classes', 'instructors'] },
  },
} as const satisfies Calls;
