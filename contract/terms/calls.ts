import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** A part of the year in which classes meet; both days are included. */
export type Term = z.input<typeof schema.Term>;
export type TermDraft = z.input<typeof form.TermDraft>;

/** The effect of copying a term on its classes. */
export type CopiedTerm = z.input<typeof schema.CopiedTerm>;
export type TermCopyDraft = z.input<typeof form.TermCopyDraft>;
/** What becomes of the places of those who are in the classes now. */
export type PlacesWay = (typeof PLACES_WAYS)[number];
export type LeftOut = (typeof LEFT_OUT)[number];

/**
 * `offer`: their learners may take the copies first, by themselves. `renew`: they have them, owed to the
 * school, and each family may give its own back.
 */
export const PLACES_WAYS = ['offer', 'renew'] as const;

/** Why a class is not copied: its teacher, room or learners are taken, or its teacher or room is gone. */
export const LEFT_OUT = ['clash', 'room-too-small', 'no-room', 'no-teacher', 'no-lessons'] as const;
/** The number of classes that an answer names. */
export const CLASSES_NAMED_MAX = 100;

export const TERM_NAME_MAX = 60;
/** The longest span in days; a longer one is taken for a mistake. */
export const TERM_DAYS_MAX = 400;

export const termCalls = {
  listTerms: { method: 'GET', url: '/terms', config: { access: 'everyone', shows: 'timetable' } },
} as const satisfies Calls;
