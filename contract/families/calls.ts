import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type FamilyHit = z.input<typeof schema.FamilyHit>;
export type FamilySearch = z.input<typeof schema.FamilySearch>;
export type Owing = z.input<typeof schema.Owing>;
export type Family = z.input<typeof schema.Family>;
export type FamilyEnrolment = Family['enrolments'][number];
export type FamilyMovement = Family['movements'][number];
export type Merge = z.input<typeof schema.Merge>;

/** The most families that a search shows. */
export const FAMILIES_FOUND_MAX = 50;
/** How long a merge can be undone, in milliseconds. */
export const MERGE_UNDO_MS = 24 * 60 * 60_000;

const admins = { admin: 'any' } as const;

/**
 * A family is an account with its learners. API keys cannot read one: it holds data of children beside
 * payments.
 */
export const familyCalls = {
  searchFamilies: {
    method: 'GET',
    url: '/families/search',
    config: { access: { ...admins, key: 'people' } },
  },
  listOwing: { method: 'GET', url: '/families/owing', config: { access: admins } },
  readFamily: { method: 'GET', url: '/families/:userid', config: { access: admins } },
  mergeFamilies: { method: 'POST', url: '/families/merge', config: { access: admins } },
  undoMerge: { method: 'DELETE', url: '/families/merge/:id', config: { access: admins } },
} as const satisfies Calls;
