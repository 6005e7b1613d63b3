import * as z from 'zod';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import { ByEmail, ById, Deleted, Id, Moment, OptionalText, Updated } from '#contract/primitives.schema.ts';
import { waitlistCalls } from './calls.ts';

/**
 * A student who waits for a full class; `offered`: a seat is held for them and can be paid for until
 * `offeruntil`.
 */
export const WaitlistEntry = z
  .object({
    _id: Id,
    classid: z.string(),
    email: z.string().nullable(),
    learnerid: Id,
    learnername: z.string(),
    /** The same for all who wait together; absent for a learner who waits alone. */
    groupid: OptionalText,
    state: z.enum(['waiting', 'offered']),
    /** The position, from 1; null once a seat is offered. */
    position: z.int().nullable(),
    offeruntil: Moment.nullable(),
    createdat: Moment,
    /** The class itself, as the only item. */
    result: z.array(MusicClass),
  })
  .meta({ id: 'WaitlistEntry' });

/** Who waits for a class, as its teacher and the office see it. */
export const WaitingLearner = z
  .object({
    _id: Id,
    learnername: z.string(),
    /** The same for all who wait together. */
    groupid: OptionalText,
    state: z.enum(['waiting', 'offered']),
    position: z.int().nullable(),
    offeruntil: Moment.nullable(),
    createdat: Moment,
    /**
     * The account that they belong to, its address, and when it will be deleted where that was asked for; to
     * admins alone.
     */
    family: z
      .object({ _id: Id, name: z.string(), email: z.string().nullable(), leavesat: Moment.nullable() })
      .optional(),
  })
  .meta({ id: 'WaitingLearner' });

export const waitlistEndpoints = withSchemas(waitlistCalls, {
  joinWaitlist: {
    summary: 'Puts a learner on the waiting list of a full class: the caller’s own unless one is named.',
    unlogged: 'The line shows who waits, and since when.',
    refusals: [
      'learner-not-found',
      'class-not-found',
      'class-closed',
      'class-over',
      'seats-free',
      'seat-held',
      'already-enrolled',
      'class-not-open',
      'age-outside',
      'born-missing',
      'email-not-verified',
    ],
    body: z.object({ classid: Id.min(1), learnerid: Id.min(1).optional() }),
    response: { 200: WaitlistEntry },
  },
  joinWaitlistTogether: {
    summary:
      'Puts several learners together on the waiting list of a class that has too few seats for all of them: they have one place, and are offered as many seats as they are, or none.',
    unlogged: 'The line shows who waits, and since when.',
    refusals: [
      'learner-not-found',
      'class-not-found',
      'class-closed',
      'class-over',
      'seats-free',
      'seats-too-few',
      'too-many-held',
      'seat-held',
      'already-enrolled',
      'already-waiting',
      'class-not-open',
      'age-outside',
      'born-missing',
      'email-not-verified',
    ],
    body: z.object({ classid: Id.min(1), learnerids: z.array(Id.min(1)).min(2).max(LEARNERS_MAX) }),
    response: { 200: z.array(WaitlistEntry) },
  },
  listWaitlist: {
    summary: 'The waiting lists that the account’s learners are on, with the seats that are offered.',
    params: ByEmail,
    response: { 200: z.array(WaitlistEntry) },
  },
  leaveWaitlist: {
    summary: 'Leaves a waiting list, or declines the seat that was offered, for all who wait together.',
    unlogged: 'One’s own; that the office takes a learner off the line is in the log.',
    refusals: ['waitlist-not-found', 'waitlist-changing'],
    params: ById,
    response: { 200: Deleted },
  },
  listWaiting: {
    summary: 'The learners who wait for a class or have an offer of a place, in order.',
    refusals: ['class-not-found'],
    params: ById,
    response: { 200: z.object({ free: z.int(), waiting: z.array(WaitingLearner) }) },
  },
  offerPlace: {
    summary:
      'Offers a free place to a learner who waits, whatever the order of the list, and as many to all who wait together. The family gets an email.',
    refusals: ['waiting-not-found', 'waitlist-changing', 'class-full', 'class-over', 'family-leaving'],
    params: ById,
    response: { 200: Updated },
  },
  removeWaiting: {
    summary: 'Takes a learner off a waiting list, with all who wait together. The family gets an email.',
    refusals: ['waiting-not-found', 'waitlist-changing'],
    params: ById,
    response: { 200: Deleted },
  },
});
