import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/* What who makes a recital calls: no page of families or visitors loads it. */

export type Recital = z.input<typeof schema.Recital>;
export type RecitalPieces = z.input<typeof schema.RecitalPieces>;
export type Piece = z.input<typeof schema.Piece>;
export type PieceDraft = z.input<typeof form.PieceDraft>;
export type RecitalDraft = z.input<typeof form.RecitalDraft>;
export type PrintChange = z.input<typeof schema.PrintChange>;

/** How many people whom pieces may name are asked for at once, and at most. */
export const PEOPLE_SHOWN = 20;
export const PEOPLE_MAX = 300;

const staff = { instructor: 'any', office: 'any', admin: 'any' } as const;
const office = { office: 'any', admin: 'any' } as const;
const changes = ['timetable'] as const;

export const recitalOfficeCalls = {
  listRecitals: { method: 'GET', url: '/recitals', config: { access: staff } },
  addRecital: { method: 'POST', url: '/recitals', config: { access: office, changes } },
  updateRecital: {
    method: 'PUT',
    url: '/recitals/:id',
    config: { access: office, changes: [...changes, 'school'] },
  },
  deleteRecital: {
    method: 'DELETE',
    url: '/recitals/:id',
    config: { access: office, changes: [...changes, 'school'] },
  },
  /** A teacher reads the names of their own students, of others what visitors read. */
  readPieces: { method: 'GET', url: '/recitals/:id/pieces', config: { access: staff } },
  savePieces: { method: 'PUT', url: '/recitals/:id/pieces', config: { access: staff, changes } },
  suggestOrder: { method: 'POST', url: '/recitals/:id/suggest', config: { access: staff } },
  notePrinted: { method: 'POST', url: '/recitals/:id/printed', config: { access: office } },
  fillNextEvent: {
    method: 'PUT',
    url: '/school/facts/next-event',
    config: { access: { admin: 'any' }, changes: ['school'] },
  },
} as const satisfies Calls;
