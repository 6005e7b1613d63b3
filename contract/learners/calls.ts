import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

export type Learner = z.input<typeof schema.Learner>;
export type Guardians = z.input<typeof schema.Guardians>;
export type Claim = z.input<typeof schema.Claim>;
/** Rights that a guardian may have in addition to seeing the child. */
export type Rights = Pick<Claim, 'mayenrol' | 'maypay' | 'getsmail'>;
export type AcceptedClaim = z.input<typeof schema.AcceptedClaim>;
export type LearnerDraft = z.input<typeof form.LearnerDraft>;

/** The most learners of an account, its own among them. */
export const LEARNERS_MAX = 20;
export const LEARNER_NAME_MAX = 60;
export const NOTE_MAX = 500;

export const CLAIM_KINDS = ['guardian', 'family', 'takeover'] as const;
/** How long a learner's move to their own account can be undone. */
export const TAKEOVER_BACK_MS = 7 * 24 * 60 * 60_000;
/** The page that the link opens: the token is in its query, which is never logged. */
export const claimPage = (token: string) => `/account/claim?token=${token}`;

/** Each handler checks whose the learner or the claim is. */
const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

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
  /**
   * Asks the owner of an address to take over a child that has grown up: once accepted, it belongs to that
   * account.
   */
  offerTakeover: {
    method: 'POST',
    url: '/learners/:id/takeover',
    config: { recentSignIn: true, access: ownOfEveryRole('learner') },
  },
  /**
   * Undoes a learner's move to their own account; for the account that gave the learner away, and for the
   * office.
   */
  takeBackLearner: {
    method: 'DELETE',
    url: '/learners/:id/takeover',
    config: { recentSignIn: true, access: everyRole },
  },
  listGuardians: { method: 'GET', url: '/guardians', config: { access: everyRole } },
  /** Invites a guardian, or changes a guardian's rights: those of one who has accepted change at once. */
  saveGuardian: { method: 'POST', url: '/guardians', config: { recentSignIn: true, access: everyRole } },
  deleteGuardian: {
    method: 'DELETE',
    url: '/guardians/:learnerid/:userid',
    config: { access: everyRole },
  },
  withdrawClaim: { method: 'DELETE', url: '/claims/:learnerid/:email', config: { access: everyRole } },
  /** The link proves the mailbox that it was sent to, so that it is read without a sign-in. */
  readClaim: { method: 'GET', url: '/claims/:token', config: { access: 'everyone' } },
  openClaimedAccount: { method: 'POST', url: '/claims/:token/account', config: { access: 'everyone' } },
  acceptClaim: { method: 'POST', url: '/claims/:token', config: { access: everyRole } },
} as const satisfies Calls;
