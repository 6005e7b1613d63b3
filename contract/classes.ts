import type * as z from 'zod';
import type * as schema from './classes.schema.ts';
import type { Calls } from './endpoint.ts';

export type MusicClass = z.input<typeof schema.MusicClass>;
export type ClassForm = z.input<typeof schema.ClassForm>;
export type ClassStatus = (typeof CLASS_STATUSES)[number];
export type ClassLevel = (typeof CLASS_LEVELS)[number];
export type ClassGroup = (typeof CLASS_GROUPS)[number];
export type ClassSort = (typeof CLASS_SORTS)[number];
/** What narrows the list of classes, as it stands in an address; all of it may be left out. */
export type ClassFilter = z.input<typeof schema.ClassFilter>;

export const CLASS_STATUSES = ['pending', 'approved', 'denied'] as const;
export const CLASS_LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const;
export const CLASS_GROUPS = ['Kids', 'Teens', 'Adults', 'Private lessons'] as const;

/** How the list of classes may be ordered; the first is how it comes by itself. */
export const CLASS_SORTS = ['newest', 'popularity', 'price'] as const;

export const SEATS_MAX = 1000;
/** Fewer free seats than this are shown in red. */
export const FEW_SEATS = 5;
export const POPULAR_CLASSES = 6;
export const CLASSNAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
export const FEEDBACK_MAX = 2000;

/** A price as people type it: up to six digits, at most two decimals, no sign. */
export const PRICE_PATTERN = /^\d{1,6}(\.\d{1,2})?$/;

const owner = { instructor: 'self' } as const;
const admins = { admin: 'any' } as const;

export const classCalls = {
  listPopularClasses: { method: 'GET', url: '/popularclasses', config: { access: 'everyone' } },
  listClasses: { method: 'GET', url: '/classes/all', config: { access: 'everyone' } },
  listClassesOfInstructor: {
    method: 'GET',
    url: '/classes/find/:email',
    config: { access: { instructor: 'self', admin: 'any' } },
  },
  addClass: { method: 'POST', url: '/addclass', config: { access: { instructor: 'any' } } },
  readClass: { method: 'GET', url: '/class/:id', config: { access: 'everyone' } },
  updateClass: { method: 'PUT', url: '/class/update/:id', config: { access: owner } },
  deleteClass: { method: 'DELETE', url: '/delete/:id', config: { access: admins } },
  approveClass: { method: 'PUT', url: '/class/approved/:id', config: { access: admins } },
  denyClass: { method: 'PUT', url: '/class/denied/:id', config: { access: admins } },
  giveFeedback: { method: 'PUT', url: '/class/feedback/:id', config: { access: admins } },
} as const satisfies Calls;
