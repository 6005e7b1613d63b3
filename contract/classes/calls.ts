import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as answers from './answers.schema.ts';
import type * as schema from './schema.ts';

export type MusicClass = z.input<typeof answers.MusicClass>;
/** A class as admins see it: with what was approved, where it has been changed since. */
export type AdminClass = z.input<typeof answers.AdminClass>;
/** A class as the public list shows it. */
export type ListedClass = z.input<typeof answers.ListedClass>;
/** Figures of the instructor's dashboard. */
export type Teaching = z.input<typeof answers.Teaching>;
/** Classes that come closest to a search. */
export type NearClasses = z.input<typeof answers.NearClasses>;
/** What calling a class off does, or did. */
export type CalledOff = z.input<typeof answers.CalledOff>;
/** Why a class that was on the public list is no longer offered. */
export type CallOffNotice = z.input<typeof answers.CallOffNotice>;
export type CallOffRefund = (typeof CALL_OFF_REFUNDS)[number];
export type ClassPage = z.input<typeof answers.ClassPage>;
export type ClassState = (typeof CLASS_STATES)[number];
export type ClassStatus = (typeof CLASS_STATUSES)[number];
export type ClassLevel = (typeof CLASS_LEVELS)[number];
export type ClassGroup = (typeof CLASS_GROUPS)[number];
export type ClassSort = (typeof CLASS_SORTS)[number];
export type PriceUnit = (typeof PRICE_UNITS)[number];
export type Billing = (typeof BILLINGS)[number];
export type DayPart = (typeof DAY_PARTS)[number];
/** When a class meets; null without a plan. */
export type Meets = NonNullable<MusicClass['meets']>;
/** Filters of the list of classes as query parameters, all optional. */
export type ClassFilter = z.input<typeof schema.ClassFilter>;

/** The page of a class, with its slash. */
export const classPath = ({ _id }: { _id: string }) => `/classes/${_id}`;

/** The page that selects a class chosen before signing in, and leads on to the payment. */
export const selectPath = (classid: string) => `/student/class/select/${classid}`;

export const CLASS_STATUSES = ['pending', 'approved', 'denied'] as const;
/** Filters of the admins' list: a status, or approved classes that were changed since. */
export const CLASS_STATES = [...CLASS_STATUSES, 'changed'] as const;
export const CLASS_LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const;
export const CLASS_GROUPS = ['Kids', 'Teens', 'Adults', 'Private lessons'] as const;

/** What the price of a class may be for; `course` is the whole of it. */
export const PRICE_UNITS = ['term', 'month', 'lesson', 'course'] as const;

/** How a class is billed: `once` for all of it; by `term` or `month` its price is a lesson's. */
export const BILLINGS = ['once', 'term', 'month'] as const;

/** From 1, Monday, to 7, Sunday (ISO 8601), as an address names a day of the week. */
export const WEEKDAY_NUMBERS = ['1', '2', '3', '4', '5', '6', '7'] as const;
/** The part of the day in which a class begins. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;

/** The hours that suit a learner, as query parameters. */
export const HOURS = Array.from({ length: 16 }, (_, at) => `${String(at + 7).padStart(2, '0')}:00`);

/** What was decided of a class that runs once enough learners have joined. */
export const DECISIONS = ['runs', 'not'] as const;
export type Decided = (typeof DECISIONS)[number];

/** The fewest learners that a class may wait for; for fewer nothing is decided. */
export const RUNS_FROM_MIN = 2;

/** Orders of the list of classes; the first is the default. */
export const CLASS_SORTS = ['newest', 'popularity', 'price'] as const;

/** The parts of a search that can be dropped to find more classes, the easiest to change first. */
export const LEFT_OUT = ['hours', 'weekday', 'term', 'level', 'group', 'q', 'age', 'instrument'] as const;

/** Orders of the admins' list; the newest first is the default. */
export const CLASS_COLUMNS = ['classname', 'price', 'availableseat', 'status'] as const;

/**
 * What goes back to families where a class is called off: all, what is paid for lessons that are left, or
 * nothing.
 */
export const CALL_OFF_REFUNDS = ['whole', 'lessons-left', 'none'] as const;

/** Classes on a page of the public list. */
export const CLASSES_PER_PAGE = 32;

/** Classes suggested where a search finds none with a free seat. */
export const NEAR_CLASSES = 4;

/** Similar classes on the page of a class. */
export const SIMILAR_CLASSES = 3;

export const SEATS_MAX = 1000;
/** Fewer free seats than this are shown in red. */
export const FEW_SEATS = 5;
export const POPULAR_CLASSES = 6;
export const CLASSNAME_MAX = 120;
export const DESCRIPTION_MAX = 2000;
export const FEEDBACK_MAX = 2000;
/** The longest text about when and how a price is due. */
export const DUETEXT_MAX = 200;
export const SERIES_MAX = 80;
/** The most guests that a lesson may have beyond the places of those who are absent. */
export const GUEST_PLACES_MAX = 100;

export const classCalls = {
  listPopularClasses: {
    method: 'GET',
    url: '/popularclasses',
    config: { access: 'everyone', shows: 'classes' },
  },
  listClasses: { method: 'GET', url: '/classes/all', config: { access: 'everyone', shows: 'classes' } },
  browseClasses: { method: 'GET', url: '/classes/page', config: { access: 'everyone', shows: 'classes' } },
  readClass: { method: 'GET', url: '/class/:id', config: { access: 'everyone', shows: 'classes' } },
  listNearClasses: { method: 'GET', url: '/classes/near', config: { access: 'everyone', shows: 'classes' } },
  indexClasses: { method: 'GET', url: '/class/index', config: { access: 'everyone', shows: 'classes' } },
  listSimilarClasses: {
    method: 'GET',
    url: '/class/similar/:id',
    config: { access: 'everyone', shows: 'classes' },
  },
} as const satisfies Calls;
