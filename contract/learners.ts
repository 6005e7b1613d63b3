import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from './endpoint.ts';
import type * as form from './learners.form.ts';
import type * as schema from './learners.schema.ts';

export type Learner = z.input<typeof schema.Learner>;
export type Guardians = z.input<typeof schema.Guardians>;
export type Claim = z.input<typeof schema.Claim>;
/** What a guardian may do beside seeing the child. */
export type Rights = Pick<Claim, 'mayenrol' | 'maypay' | 'getsmail'>;
export type AcceptedClaim = z.input<typeof schema.AcceptedClaim>;
export type LearnerDraft = z.input<typeof form.LearnerDraft>;

/** How many an account has, the learner that is itself among them. */
export const LEARNERS_MAX = 20;
export const LEARNER_NAME_MAX = 60;
export const NOTE_MAX = 500;

export const CLAIM_KINDS = ['guardian', 'family', 'takeover'] as const;
/** How long the link in the mail of a claim works. */
export const CLAIM_MS = 14 * 24 * 60 * 60_000;
/** The page that it opens: the token stands in its query, which no log keeps. */
export const claimPage = (token: string) => `/account/claim?token=${token}`;

/** Each looks for itself whose the learner is, or the claim. */
const everyRole = { student: 'any', instructor: 'any', admin: 'any' } as const;

export const learnerCalls = {
  listLearners: {
    method: 'GET',
    url: '/learners',
    config: { access: everyRole },
  },
  addLearner: { method: 'POST', url: '/learners', config: { access: { student: 'any' } } },
  updateLearner: { method: 'PUT', url: '/learners/:id', config: { access: ownOfEveryRole('learner') } },
  deleteLearner: {
    method: 'DELETE',
    url: '/learners/:id',
    config: { access: ownOfEveryRole('learner'), changes: ['classes', 'timetable', 'instructors'] },
  },
  /** Asks the owner of an address to take over a child that has grown up: once accepted, it belongs to that account. */
  offerTakeover: {
    method: 'POST',
    url: '/learners/:id/takeover',
    config: { access: ownOfEveryRole('learner') },
  },
  listGuardians: { method: 'GET', url: '/guardians', config: { access: everyRole } },
  /** Asks somebody to guard a child, or changes what they may: the rights of who has accepted change at once. */
  saveGuardian: { method: 'POST', url: '/guardians', config: { access: everyRole } },
  deleteGuardian: {
    method: 'DELETE',
    url: '/guardians/:learnerid/:userid',
    config: { access: everyRole },
  },
  withdrawClaim: { method: 'DELETE', url: '/claims/:learnerid/:email', config: { access: everyRole } },
  readClaim: { method: 'GET', url: '/claims/:token', config: { access: everyRole } },
  acceptClaim: { method: 'POST', url: '/claims/:token', config: { access: everyRole } },
} as const satisfies Calls;
