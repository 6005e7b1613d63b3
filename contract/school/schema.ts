import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { LanguageCode } from '#contract/fields.form.ts';
import { ById, Deleted, Id, Inserted, Money, Updated } from '#contract/primitives.schema.ts';
import {
  CANCEL_FROM,
  FACT_KINDS,
  MISSED_LESSONS,
  PALETTE_NAMES,
  RESERVE_MODES,
  REVIEW_POSTS,
  schoolCalls,
  TRIAL_FEES,
} from './calls.ts';
import { FactDraft, SchoolDraft, SchoolLines } from './form.ts';

export const Palette = z.union([
  z.enum(PALETTE_NAMES),
  z.object({ primary: z.string(), accent: z.string() }),
]);

const ListEntry = z.object({
  /** As classes and posts have it. */
  value: z.string(),
  /** What people read in its place, by language; the built-in word where there is none. */
  names: z.partialRecord(LanguageCode, z.string()).optional(),
});
const GroupEntry = ListEntry.extend({
  /** For classes without limits of their own, in years, both included; null for no limit. */
  agefrom: z.int().nullable().optional(),
  ageto: z.int().nullable().optional(),
});

export const SchoolLists = z.object({
  levels: z.array(ListEntry).optional(),
  groups: z.array(GroupEntry).optional(),
  categories: z.array(ListEntry).optional(),
});

/** Fields that are not filled in are absent. */
export const SchoolProfile = z.object({
  name: z.string(),
  tagline: z.string().optional(),
  street: z.string().optional(),
  postcode: z.string().optional(),
  town: z.string().optional(),
  country: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  /** When it is open, in lines. */
  hours: z.string().optional(),
  /** IANA's name of it; UTC where there is none. */
  timezone: z.string().optional(),
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  /** A flat fee in currency units, or `class`: the class's own price. */
  enrolmentPrice: z.union([Money, z.literal('class')]),
  /** How long a student may cancel; 0 for never. */
  cancelUntilHours: z.number().min(0),
  /** The start of that time: enrolling, or the first lesson after it where the class has lessons. */
  cancelFrom: z.enum(CANCEL_FROM),
  /** What a family gets for a lesson of which it says in time that it will be missed. */
  missedlessons: z.enum(MISSED_LESSONS),
  /** How many hours before a lesson that is in time. */
  noticehours: z.int(),
  /** For how many weeks after the missed lesson another may be visited. */
  catchupweeks: z.int(),
  /** How many in a term; absent where there is no limit. */
  catchupsaterm: z.int().optional(),
  /** For how many days after a lesson its register can be corrected, by admins always. */
  registerdays: z.int(),
  /** Whether what a trial lesson cost is taken off what enrolling in its class costs. */
  trialfee: z.enum(TRIAL_FEES),
  /** How a place is reserved in a class that runs once enough have joined. */
  reservemode: z.enum(RESERVE_MODES),
  /** Whether every post of a teacher waits for an admin, or those whose authors ask for it. */
  reviewposts: z.enum(REVIEW_POSTS),
  logo: z.string().optional(),
  palette: Palette.optional(),
  /** Codes of the languages that pages and mails are offered in; the first is the default. */
  languages: z.array(LanguageCode).min(1),
  /** The levels, groups and categories that the school has renamed, reordered or added to, each whole. */
  lists: SchoolLists.optional(),
});

export const Fact = z
  .object({
    _id: Id,
    kind: z.enum(FACT_KINDS),
    /** The heading of an event, the role of the person quoted, or what a number counts. */
    title: z.string().optional(),
    /** Of a number its digits. */
    words: z.string().optional(),
    /** The line above an event, or the name of the person quoted. */
    byline: z.string().optional(),
    /** When an event is: ISO 8601, without a time. */
    day: z.string().optional(),
    /** The count of the records in whose place a number stands; by its title in any language. */
    counts: z.enum(['students', 'teachers', 'programmes']).optional(),
  })
  .meta({ id: 'Fact' });

const Welcome = z.object({
  title: z.string().optional(),
  words: z.string().optional(),
  lines: z.array(z.string()),
});

export const School = SchoolProfile.extend({
  welcome: Welcome.extend({
    /** The language that it is written in; the default where that is not named. */
    language: z.optional(LanguageCode),
    /** The same in other languages. */
    translations: z.partialRecord(LanguageCode, Welcome).optional(),
  }).optional(),
  /** Rises with every change of what stands above; send it back with an update. */
  version: z.int(),
  facts: z.array(Fact),
}).meta({ id: 'School' });

/** Figures counted from the records. */
export const SchoolCounts = z
  .object({ students: z.int(), teachers: z.int(), programmes: z.int() })
  .meta({ id: 'SchoolCounts' });
/** Fields that null clears. */
const clearable = <S extends Record<string, z.core.SomeType>>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, z.nullish(field)])) as {
    [N in keyof S]: z.ZodOptional<z.ZodNullable<S[N]>>;
  };

const { name, currency, enrolmentPrice, cancelUntilHours, cancelFrom, languages } = SchoolDraft.shape;
const { missedlessons, noticehours, catchupweeks, catchupsaterm, registerdays, trialfee, reservemode } =
  SchoolDraft.shape;
const { reviewposts } = SchoolDraft.shape;
const { palette, lists, welcome } = SchoolDraft.shape;

/**
 * A partial change: fields that are absent stay as they are, and so does the welcome in languages that are not
 * named.
 */
export const SchoolChange = z.object({
  ...z.object({ name, currency, enrolmentPrice, cancelUntilHours, cancelFrom, languages }).partial().shape,
  ...z
    .object({ missedlessons, noticehours, catchupweeks, registerdays, trialfee, reservemode, reviewposts })
    .partial().shape,
  ...clearable({ ...SchoolLines.shape, palette, lists, welcome, catchupsaterm }),
  version: z.int(),
});

/** Where it comes among those of its kind, from 0; the last where that is not said, or where it was. */
export const NewFact = z.intersection(FactDraft, z.object({ position: z.int().min(0).optional() }));

/** `was`: what the caller read of it, without what was not filled in; compared where it is sent. */
const ChangedFact = z.intersection(
  NewFact,
  z.object({ was: Fact.pick({ title: true, words: true, byline: true, day: true }).optional() }),
);

export const schoolEndpoints = withSchemas(schoolCalls, {
  readSchool: {
    summary: 'What the school says of itself.',
    response: { 200: School },
  },
  countSchool: {
    summary: 'How many students, teachers and approved classes the school has.',
    response: { 200: SchoolCounts },
  },
  updateSchool: {
    summary:
      'Changes what is named of the school; null clears it. Another currency only before the first order; no value that is in use can go.',
    refusals: ['changed-meanwhile', 'currency-in-use', 'value-in-use'],
    body: SchoolChange,
    response: { 200: Updated },
  },
  addFact: {
    summary: 'Adds an event, a voice or a number.',
    refusals: ['too-many-facts'],
    body: NewFact,
    response: { 200: Inserted },
  },
  updateFact: {
    summary: 'Changes an event, a voice or a number; its kind stays.',
    refusals: ['fact-not-found', 'changed-meanwhile'],
    params: ById,
    body: ChangedFact,
    response: { 200: Updated },
  },
  deleteFact: {
    summary: 'Deletes an event, a voice or a number.',
    refusals: ['fact-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
