import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Deleted, Moment } from '#contract/primitives.schema.ts';
import { FORWARDS, REHEARSAL_STATES, rehearsalCalls, SCENE_CODES } from './calls.ts';

const Scene = z.object({
  code: z.enum(SCENE_CODES),
  /** `missing`: no class of the school can show it, such as one that has no lessons yet. */
  state: z.enum(['coming', 'done', 'missing']),
  /** By the clock of the copy; null while it has not happened. */
  at: Moment.nullable(),
  /** Of which class; null where it is of none. */
  classname: z.string().nullable(),
  /** Where the copy shows it. */
  url: z.string().nullable(),
});

const Mail = z.object({
  _id: z.string(),
  /** An invented address: no mail leaves the copy. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** By the clock of the copy. */
  at: Moment,
});

/** An invented person of the copy, as whom its pages are seen. */
const Player = z.object({
  role: z.enum(['admin', 'instructor', 'student']),
  name: z.string(),
  email: z.string(),
});

export const Rehearsal = z
  .object({
    state: z.enum(REHEARSAL_STATES),
    /** Why there can be none, in the caller's language. */
    problem: z.string().nullable(),
    /** Where the copy is opened; it lets no browser in that does not come by this address. */
    address: z.string().nullable(),
    /** The moment that its clock shows, and to which it is on its way. */
    now: Moment.nullable(),
    until: Moment.nullable(),
    /** When it ends by itself, in real time, and the name of the admin who began it. */
    endsat: Moment.nullable(),
    startedby: z.string().nullable(),
    scenes: z.array(Scene),
    mails: z.array(Mail),
    players: z.array(Player),
  })
  .meta({ id: 'Rehearsal' });

export const rehearsalEndpoints = withSchemas(rehearsalCalls, {
  readRehearsal: {
    summary:
      'The rehearsal: a copy of the school whose clock can be moved, with what has happened in it and the mails that it has written. While there is none its `state` says so.',
    refusals: ['school-is-open'],
    response: { 200: Rehearsal },
  },
  startRehearsal: {
    summary:
      'Starts a copy of the school’s classes, terms, rooms and prices with invented families, as a process and in a folder of its own, and answers its address. Where there is one it answers that. It ends after two hours, when the admin who began it signs out, and with the school’s own process; then all of it is deleted. No person of the school is copied, and no mail leaves it. Not once the school is open.',
    unlogged: 'Changes no record of the school; nothing of it is left.',
    refusals: ['school-is-open', 'rehearsal-not-set-up', 'rehearsal-unavailable', 'too-many-requests'],
    response: { 200: Rehearsal },
  },
  moveRehearsalClock: {
    summary:
      'Lets the clock of the copy go forward, hour by hour, each with all that is due in it; answers at once, and `state` is `moving` until it is there. A term: to the morning after the last day of the term that it is in, or that comes next.',
    unlogged: 'Changes no record of the school; nothing of it is left.',
    refusals: ['school-is-open', 'rehearsal-not-found', 'rehearsal-moving'],
    body: z.strictObject({ forward: z.enum(FORWARDS) }),
    response: { 200: Rehearsal },
  },
  endRehearsal: {
    summary: 'Ends the copy and deletes all of it.',
    unlogged: 'Changes no record of the school; nothing of it is left.',
    refusals: ['school-is-open'],
    response: { 200: Deleted },
  },
});
