import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

export type FamilyHit = z.input<typeof schema.FamilyHit>;
export type FamilySearch = z.input<typeof schema.FamilySearch>;
export type Owing = z.input<typeof schema.Owing>;
export type FormerFamily = z.input<typeof schema.FormerFamily>;
export type Family = z.input<typeof schema.Family>;
export type FamilyEnrolment = Family['enrolments'][number];
export type FamilyMovement = Family['movements'][number];
export type Merge = z.input<typeof schema.Merge>;
export type FamilyDraft = z.input<typeof form.FamilyDraft>;
export type FamilyChange = z.input<typeof form.FamilyChange>;

export const STREET_MAX = 120;
export const POSTCODE_MAX = 20;
export const TOWN_MAX = 80;
export const FAMILY_NOTE_MAX = 1000;

/** The most families that a search shows. */
export const FAMILIES_FOUND_MAX = 50;
/** The most sums of one answer that are owed, and how many a screen shows at once. */
export const OWING_MAX = 500;
export const OWING_SHOWN = 25;

/** Where a sum stands in the list of what is owed: what to ask with as `after`. */
export const placeOfOwing = ({ date, _id }: Pick<Owing, 'date' | '_id'>): string => `${date}.${_id}`;

/** How long a merge can be undone, in milliseconds. */
export const MERGE_UNDO_MS = 24 * 60 * 60_000;

const admins = { admin: 'any' } as const;
const office = { office: 'any', ...admins } as const;

/**
 * A family is an account with its learners. API keys cannot read one: it holds data of children beside
 * payments.
 */
export const familyCalls = {
  searchFamilies: {
    method: 'GET',
    url: '/families/search',
    config: { access: { ...office, key: 'people' } },
  },
  listOwing: { method: 'GET', url: '/families/owing', config: { access: office } },
  /** Accounts that were deleted, as far as something is open. */
  listFormer: { method: 'GET', url: '/families/former', config: { access: office } },
  readFamily: { method: 'GET', url: '/families/:userid', config: { access: office } },
  /** A family at the desk, with an address of their own or without. */
  addFamily: { method: 'POST', url: '/families', config: { access: office } },
  updateFamily: { method: 'PUT', url: '/families/:userid', config: { access: office } },
  addLearnerOf: { method: 'POST', url: '/families/:userid/learners', config: { access: office } },
  updateLearnerOf: { method: 'PUT', url: '/families/:userid/learners/:id', config: { access: office } },
  /** Invites a guardian in the family's name, or changes a guardian's rights. */
  saveGuardianOf: {
    method: 'POST',
    url: '/families/:userid/learners/:id/guardians',
    config: { recentSignIn: true, access: office },
  },
  /** Ends that an address guards a learner, or is asked to. */
  endGuardianOf: {
    method: 'DELETE',
    url: '/families/:userid/learners/:id/guardians/:email',
    config: { access: office },
  },
  mergeFamilies: { method: 'POST', url: '/families/merge', config: { access: admins } },
  undoMerge: { method: 'DELETE', url: '/families/merge/:id', config: { access: admins } },
} as const satisfies Calls;
