import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A recital as visitors read it. */
export type PublicRecital = z.input<typeof schema.PublicRecital>;
/** A recital in which learners of the caller take part. */
export type OwnRecital = z.input<typeof schema.OwnRecital>;
export type NameConsent = (typeof NAME_CONSENTS)[number];

/** How a family lets a child be named: by the whole name, by the first name, or not at all. */
export const NAME_CONSENTS = ['full', 'first', 'none'] as const;

export const RECITAL_NAME_MAX = 80;
export const PIECE_TITLE_MAX = 120;
export const PIECE_WORDS_MAX = 60;
export const PIECES_MAX = 80;
export const PERFORMERS_MAX = 12;
export const NEEDS_MAX = 6;
/** Of one piece, and of setting up the stage for it. */
export const PIECE_MINUTES_MAX = 60;
/** No evening lasts longer, as no lesson does. */
export const RECITAL_MINUTES_MAX = 10 * 60;
/** So long a room is held for at least, however few pieces there are. */
export const RECITAL_MINUTES_MIN = 60;

const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

/** The address of a recital's page. */
export const recitalPath = ({ _id }: { _id: string }) => `/recitals/${_id}`;

export const recitalCalls = {
  /** A child that is not named is said to be a student of its teacher. */
  readRecital: {
    method: 'GET',
    url: '/recitals/:id',
    config: { access: 'everyone', shows: 'timetable', isWorded: true },
  },
  /** Who is named in it depends on who reads it. */
  readProgramme: { method: 'GET', url: '/recitals/:id/programme', config: { access: 'everyone' } },
  listOwnRecitals: { method: 'GET', url: '/recitals/own', config: { access: everyRole } },
  consentToRecital: {
    method: 'POST',
    url: '/recitals/:id/consent',
    config: { access: everyRole, changes: ['timetable'] },
  },
} as const satisfies Calls;
