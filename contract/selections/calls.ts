import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Selection = z.input<typeof schema.Selection>;
/** Another class of the learner at the times of the one to be selected. */
export type ClassClash = z.input<typeof schema.ClassClash>;
/** The student's relation to a class. `offered`: a free seat is held for them; `reserved`: until it is decided whether the class runs. */
export type Standing = (typeof STANDINGS)[number];

/** From the first step to the last. */
export const STANDINGS = ['selected', 'waiting', 'offered', 'reserved', 'enrolled'] as const;

export const selectionCalls = {
  selectClass: {
    method: 'POST',
    url: '/select/class/',
    config: { access: { student: { self: 'body.email' } } },
  },
  /** Several learners of one class who want seats together or not at all. */
  selectTogether: { method: 'POST', url: '/select/together', config: { access: { student: 'any' } } },
  /** Clashes of each of the caller's learners with a class, shown before it is selected. */
  listClashes: { method: 'GET', url: '/select/clashes/:classid', config: { access: { student: 'any' } } },
  listSelections: {
    method: 'GET',
    url: '/selectedclass/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  browseSelections: {
    method: 'GET',
    url: '/selectedclass/:email/page',
    config: { access: ownOfEveryRole('params.email') },
  },
  /** What class cards need to know about the student, by class id: a small answer. */
  listStandings: {
    method: 'GET',
    url: '/standings/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  deleteSelection: {
    method: 'DELETE',
    url: '/selectedclass/delete/:id',
    config: { access: ownOfEveryRole('selection') },
  },
} as const satisfies Calls;
