import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Instructor = z.input<typeof schema.Instructor>;
/** An instructor as their own page shows them. */
export type InstructorProfile = z.input<typeof schema.InstructorProfile>;

/** Instructors on a page of the public list. */
export const INSTRUCTORS_PER_PAGE = 32;
/** The longest profile of an instructor, in characters. */
export const WORDS_MAX = 2000;
export const INSTRUMENTS_MAX = 8;
export const INSTRUMENT_MAX = 40;

const { instructor, admin } = ownOfEveryRole('instructor');

export const instructorCalls = {
  listInstructors: {
    method: 'GET',
    url: '/instructor/all',
    config: { access: 'everyone', shows: 'instructors' },
  },
  browseInstructors: {
    method: 'GET',
    url: '/instructor/page',
    config: { access: 'everyone', shows: 'instructors' },
  },
  readInstructor: {
    method: 'GET',
    url: '/instructors/:id',
    config: { access: 'everyone', shows: 'instructors' },
  },
  readOwnProfile: {
    method: 'GET',
    url: '/account/profile',
    config: { access: { instructor: 'any', office: 'any', admin: 'any' } },
  },
  writeProfile: {
    method: 'PUT',
    url: '/instructors/:id',
    config: { access: { instructor, admin }, changes: ['instructors'] },
  },
  clearProfile: {
    method: 'DELETE',
    url: '/instructors/:id/words',
    config: { access: { admin: 'any' }, changes: ['instructors'] },
  },
} as const satisfies Calls;
