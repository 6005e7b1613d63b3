import * as z from 'zod';
import { withSchemas } from './endpoint.ts';
import { LearnerDraft } from './learners.form.ts';
import { learnerCalls } from './learners.ts';
import { ById, Deleted, Flag, Id, Inserted, Updated } from './primitives.schema.ts';

/** Who learns, as somebody who looks after them sees them. */
export const Learner = z
  .object({
    _id: Id,
    /** Both null for an account itself, whose name the account has. */
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    learnername: z.string(),
    born: z.iso.date().nullable(),
    /** What a teacher has to know: allergies, who collects the child. */
    note: z.string().nullable(),
    /** Whether it is the caller. */
    self: Flag,
    /** Whether the caller is who pays for them; else another account is, and the caller guards them. */
    own: Flag,
    mayenrol: Flag,
    maypay: Flag,
  })
  .meta({ id: 'Learner' });

export const learnerEndpoints = withSchemas(learnerCalls, {
  listLearners: {
    summary:
      'Who the caller may act for: themselves, their children, and the children of others that they guard.',
    response: { 200: z.array(Learner) },
  },
  addLearner: {
    summary: 'Adds a child to the caller’s account.',
    refusals: ['too-many-learners'],
    body: LearnerDraft,
    response: { 200: Inserted },
  },
  updateLearner: {
    summary: 'Changes what is said of a learner. Names of oneself are the account’s.',
    refusals: ['learner-not-found', 'learner-is-self'],
    params: ById,
    body: z.object(LearnerDraft.shape).partial(),
    response: { 200: Updated },
  },
  deleteLearner: {
    summary: 'Takes a child off the caller’s account, with its selections and waiting lists.',
    refusals: ['learner-not-found', 'learner-is-self', 'learner-enrolled'],
    params: ById,
    response: { 200: Deleted },
  },
});
