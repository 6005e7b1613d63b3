import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What a learner of the family would like to learn, and when it suits. */
export type Wish = z.input<typeof schema.Wish>;
export type WishDraft = z.input<typeof schema.WishDraft>;
/** From when to when on a day of the week, on the school's clocks, by whole hours. */
export type WishedTime = WishDraft['hours'][number];
/** What families would like, by weekday and hour. */
export type WishGrid = z.input<typeof schema.WishGrid>;
export type WishCell = WishGrid['items'][number];
/** What so many would like that everyone may know. */
export type PublicWishes = z.input<typeof schema.PublicWishes>;

/** How long a wish stands. */
export const WISH_MS = 90 * 24 * 60 * 60_000;
/** How long the places of a class are for those who wished for it, before everyone else. */
export const WISHERS_FIRST_MS = 3 * 24 * 60 * 60_000;
/** From how many families on a sum is public. */
export const WISHES_SHOWN_FROM = 5;
/** The most wishes of one learner. */
export const WISHES_MAX = 10;
/** The most times that one wish names. */
export const WISHED_TIMES_MAX = 30;
/** Learners below this age (in years) are counted apart: a class for them is another. */
export const YOUNG_BELOW = 9;

/** Each handler checks whose the learner is, and that the caller may enrol them. */
export const wishCalls = {
  addWish: {
    method: 'POST',
    url: '/wishes',
    config: { access: { student: 'any' }, changes: ['wishes'] },
  },
  listWishes: { method: 'GET', url: '/wishes', config: { access: { student: 'any' } } },
  endWish: {
    method: 'DELETE',
    url: '/wishes/:id',
    config: { access: ownOfEveryRole('wish'), changes: ['wishes'] },
  },
  readPublicWishes: {
    method: 'GET',
    url: '/wishes/public',
    config: { access: 'everyone', shows: 'wishes' },
  },
} as const satisfies Calls;
