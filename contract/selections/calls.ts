import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type Selection = z.input<typeof schema.Selection>;
/** Another class of a learner at the times of one that is about to be selected. */
export type ClassClash = z.input<typeof schema.ClassClash>;
/** How a student stands to a class. `offered`: a seat that came free is held for them. */
export type Standing = (typeof STANDINGS)[number];

/** From the first step to the last. */
export const STANDINGS = ['selected', 'waiting', 'offered', 'enrolled'] as const;

export const selectionCalls = {
  selectClass: {
    method: 'POST',
    url: '/select/class/',
    config: { access: { student: { self: 'body.email' } } },
  },
  /** Several learners for the same class, who want seats together or none. */
  selectTogether: { method: 'POST', url: '/select/together', config: { access: { student: 'any' } } },
  /** What each learner of the caller has at the times of a class, shown before it is selected. */
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
  /** What the cards of classes need of a student, by the ids of the classes: however many there are, it is little. */
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
