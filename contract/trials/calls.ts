import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** The lessons of a class that can be tried, and what one costs. */
export type TrialOffer = z.input<typeof schema.TrialOffer>;
export type TrialLesson = TrialOffer['lessons'][number];
/** A trial lesson of a learner of the family. */
export type Trial = z.input<typeof schema.Trial>;
/** What booking one came to: it is booked, or is to be paid for. */
export type BookedTrial = z.input<typeof schema.BookedTrial>;
/** What giving one back came to. */
export type GivenUpTrial = z.input<typeof schema.GivenUpTrial>;

/** The most lessons of a class that are offered at once. */
export const TRIAL_LESSONS_MAX = 12;
/** The most trial lessons of a family that are listed. */
export const TRIALS_MAX = 100;

/** Each handler checks whose the learner is, and that the caller may enrol them. */
const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

export const trialCalls = {
  offerTrials: { method: 'GET', url: '/class/:id/trials', config: { access: 'everyone', shows: 'classes' } },
  listTrials: { method: 'GET', url: '/trials', config: { access: everyRole } },
  bookTrial: { method: 'POST', url: '/trials', config: { access: { student: 'any' } } },
  giveUpTrial: { method: 'DELETE', url: '/trials/:lessonid/:learnerid', config: { access: everyRole } },
} as const satisfies Calls;
