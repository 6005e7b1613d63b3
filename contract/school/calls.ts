import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** Public facts of the school. */
export type SchoolProfile = z.input<typeof schema.SchoolProfile>;
/** The answer of GET /school. */
export type School = z.input<typeof schema.School>;
export type SchoolCounts = z.input<typeof schema.SchoolCounts>;
export type Fact = z.input<typeof schema.Fact>;
export type FactKind = (typeof FACT_KINDS)[number];
type PaletteName = (typeof PALETTE_NAMES)[number];
/** Two colours as `#rrggbb`: of controls, and of accents. */
export type Colours = { primary: string; accent: string };
export type Palette = PaletteName | Colours;

export const PALETTE_NAMES = ['plum', 'ocean', 'forest', 'brick'] as const;

/** The colours of each palette; `plum` is the default. */
export const PALETTES: Readonly<Record<PaletteName, Colours>> = {
  plum: { primary: '#5b2a6e', accent: '#f0a93b' },
  ocean: { primary: '#155a80', accent: '#f2b441' },
  forest: { primary: '#23603f', accent: '#e8b04a' },
  brick: { primary: '#97351f', accent: '#efb65a' },
};

/** Fixed colours of every page, against which the contrast of a palette is measured. */
export const PAPER = '#fbf7f0';
export const BUTTON_TEXT = '#ffffff';
export const INK = '#1f1a2e';
/** The least contrast of text, WCAG 2.2, success criterion 1.4.3. */
export const CONTRAST_MIN = 4.5;

/** Facts of the home page: an event, a voice (a quote about the school), a number. */
export const FACT_KINDS = ['event', 'voice', 'number'] as const;
/** The most facts of each kind. */
export const FACTS_MAX: Readonly<Record<FactKind, number>> = { event: 6, voice: 12, number: 8 };

/** Voices on the home page; the others are the quotes of posts. */
export const VOICES_SHOWN = 3;

export const SCHOOL_NAME_MAX = 60;
export const TAGLINE_MAX = 160;
export const ADDRESS_LINE_MAX = 120;
export const POSTCODE_MAX = 20;
export const PHONE_MAX = 40;
export const HOURS_MAX = 500;
/** A hundred years. */
export const CANCEL_HOURS_MAX = 876_000;

/** The start of the hours to cancel: enrolling, or the first lesson after it. */
export const CANCEL_FROM = ['enrolling', 'first-lesson'] as const;
/** What a family gets for a lesson of which it says in time that it will be missed. */
export const MISSED_LESSONS = ['none', 'catchup'] as const;
export type MissedLessons = (typeof MISSED_LESSONS)[number];
/** What becomes of the price of a trial lesson when its learner enrols: the school keeps it, or takes it off. */
export const TRIAL_FEES = ['kept', 'off'] as const;
export type TrialFee = (typeof TRIAL_FEES)[number];
/**
 * How a place is reserved in a class that runs once enough have joined: its card is charged on the decision, or
 * at once and what was paid goes back whole.
 */
export const RESERVE_MODES = ['later', 'giveback'] as const;
export type ReserveMode = (typeof RESERVE_MODES)[number];
/** Which posts of teachers wait for an admin: those whose authors ask for it, or all. */
export const REVIEW_POSTS = ['asked', 'always'] as const;
export type ReviewPosts = (typeof REVIEW_POSTS)[number];
/** Half a year, a year and a thousand lessons are more than any school says. */
export const NOTICE_HOURS_MAX = 24 * 183;
export const CATCHUP_WEEKS_MAX = 52;
export const CATCHUPS_A_TERM_MAX = 1000;
export const REGISTER_DAYS_MAX = 366;
/** The rules of a school that has set none. */
export const MISSED_RULES = {
  missedlessons: 'none',
  noticehours: 24,
  catchupweeks: 6,
  catchupsaterm: 2,
  registerdays: 14,
  trialfee: 'kept',
  reservemode: 'later',
  reviewposts: 'asked',
} as const;
export const WELCOME_LINES = 3;
/** The most values of a list that classes and posts choose from. */
export const LIST_MAX = 20;
export const LIST_VALUE_MAX = 40;
export const SHORT_MAX = 120;
export const WORDS_MAX = 1000;

/** The default palette. */
export const coloursOf = (palette: Palette = 'plum'): Colours =>
  typeof palette === 'string' ? PALETTES[palette] : palette;

type Address = Partial<Record<'street' | 'postcode' | 'town' | 'country', string | undefined>>;

/** The lines of the school's address; empty where none is entered. */
export const addressLines = ({ street, postcode, town, country }: Address): string[] =>
  [street ?? '', [postcode, town].filter(Boolean).join(' '), country ?? ''].filter((line) => line !== '');

const admins = { admin: 'any' } as const;

export const schoolCalls = {
  readSchool: { method: 'GET', url: '/school', config: { access: 'everyone', shows: 'school' } },
  // What changes the classes on offer changes this too; who signs up shows a moment later.
  countSchool: { method: 'GET', url: '/school/counts', config: { access: 'everyone', shows: 'instructors' } },
  // Another time zone makes another day of today, and other moments of lessons to come; another default
  // language shows other texts.
  updateSchool: {
    method: 'PUT',
    url: '/school',
    config: { access: admins, changes: ['school', 'classes', 'timetable', 'texts', 'blogs'] },
  },
  addFact: { method: 'POST', url: '/school/facts', config: { access: admins, changes: ['school'] } },
  updateFact: { method: 'PUT', url: '/school/facts/:id', config: { access: admins, changes: ['school'] } },
  deleteFact: { method: 'DELETE', url: '/school/facts/:id', config: { access: admins, changes: ['school'] } },
} as const satisfies Calls;
