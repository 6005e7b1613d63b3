import * as z from 'zod';
import { Change } from '#contract/changes/schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { KnownEmail, line } from '#contract/fields.form.ts';
import { REASON_MAX } from '#contract/lessons/calls.ts';
import { sortsBy } from '#contract/pages.ts';
import {
  ByEmail,
  ById,
  Deleted,
  DryQuery,
  FoundTotal,
  Id,
  Inserted,
  ListValue,
  lenient,
  optionalBody,
  PageQuery,
  Place,
  pageOf,
  SearchWords,
  Updated,
} from '#contract/primitives.schema.ts';
import {
  CalledOff,
  ClassMention,
  ClassPage,
  ListedClass,
  MusicClass,
  NearClasses,
  SimilarClasses,
  Teaching,
} from './answers.schema.ts';
import {
  CALL_OFF_REFUNDS,
  CLASS_COLUMNS,
  CLASS_SORTS,
  CLASS_STATES,
  classCalls,
  DAY_PARTS,
  HOURS,
  WEEKDAY_NUMBERS,
} from './calls.ts';
import { CLASS_FIELDS, feedbackDraft, mayHavePicture, OFFICE_FIELDS, PICTURE_MISSING } from './form.ts';
import { classOfficeCalls } from './office-calls.ts';

/**
 * The fields of a new class, and who teaches it, as an admin says. Instructors add their own classes: what
 * they send there is ignored, whatever it is, and so is whatever else a client sends.
 */
export const NewClass = z
  .object({
    ...CLASS_FIELDS,
    level: z._default(CLASS_FIELDS.level, 'Beginner'),
    group: z._default(CLASS_FIELDS.group, 'Adults'),
    description: z._default(CLASS_FIELDS.description, ''),
    instructoremail: lenient(KnownEmail),
    /** Made of wishes: from its approval on its places are held, for three days, for those who wished for it. */
    forwishers: z.boolean().optional(),
  })
  .refine(mayHavePicture, PICTURE_MISSING);

/** A partial change: fields that are absent stay as they are, so none may have a default here. */
export const ClassChange = z.object({ ...CLASS_FIELDS, ...OFFICE_FIELDS, version: z.int() }).partial();

/** The state of a class that the caller has read; without it, changes made meanwhile are not compared. */
const Seen = z.object({ version: z.int() });

const Feedback = feedbackDraft('classes.write_feedback');

/**
 * Filters and order of the list of classes. They come from an address that visitors can edit, so values that
 * make no sense are ignored.
 */
export const ClassFilter = z.object({
  q: SearchWords,
  level: lenient(ListValue),
  group: lenient(ListValue),
  /** The id of an instrument of the school. */
  instrument: lenient(Id),
  /** The id of a term: only classes that meet in it. */
  term: lenient(Id),
  /** The id of the instructor. */
  teacher: lenient(Id),
  /** Only classes with free seats. */
  open: lenient(z.literal('1')),
  /** Only classes that meet on this day of the week, 1 Monday to 7 Sunday; with `time`, then. */
  weekday: lenient(z.enum(WEEKDAY_NUMBERS)),
  /** Only classes that begin before noon, from noon on, or from 17:00 on. */
  time: lenient(z.enum(DAY_PARTS)),
  /** Only classes that begin at this hour or later, and end by the other. */
  from: lenient(z.enum(HOURS)),
  until: lenient(z.enum(HOURS)),
  /** Only classes for a learner of this age in years: by their limits, else by their group. */
  age: lenient(z.string().regex(/^\d{1,2}$/)),
  sort: lenient(z.enum(CLASS_SORTS)),
});

const ChangedClass = { params: ById, response: { 200: MusicClass } };

export const classEndpoints = withSchemas(
  { ...classCalls, ...classOfficeCalls },
  {
    listPopularClasses: {
      summary: 'The classes with the most students.',
      response: { 200: z.array(MusicClass) },
    },
    listClasses: {
      summary: 'Every approved class; to an admin, every class.',
      pagedBy: classCalls.browseClasses,
      querystring: ClassFilter,
      response: { 200: z.array(MusicClass) },
    },
    browseClasses: {
      summary: 'One page of the approved classes.',
      querystring: ClassFilter.extend(Place.shape),
      response: { 200: pageOf(ListedClass).extend({ total: FoundTotal }) },
    },
    listNearClasses: {
      summary: 'Classes with free seats that come closest to a search without results.',
      querystring: ClassFilter,
      response: { 200: NearClasses },
    },
    searchClasses: {
      summary: 'One page of all classes, as admins look through them.',
      querystring: PageQuery.extend({
        q: SearchWords,
        status: lenient(z.enum(CLASS_STATES)),
        term: lenient(Id),
        sort: lenient(z.enum(sortsBy(CLASS_COLUMNS))),
      }),
      response: { 200: ClassPage },
    },
    listClassesOfInstructor: {
      summary: 'Every class of one instructor.',
      pagedBy: classOfficeCalls.browseClassesOfInstructor,
      params: ByEmail,
      response: { 200: z.array(MusicClass) },
    },
    browseClassesOfInstructor: {
      summary: 'One page of an instructor’s classes.',
      params: ByEmail,
      querystring: Place,
      response: { 200: pageOf(MusicClass) },
    },
    readTeaching: {
      summary: 'What an instructor’s classes add up to.',
      params: ByEmail,
      response: { 200: Teaching },
    },
    addClass: {
      summary:
        'Adds a class, which an admin then approves or denies: an instructor’s own; an admin names who teaches it.',
      refusals: ['not-an-instructor', 'instrument-not-found'],
      body: NewClass,
      response: { 200: Inserted },
    },
    readClass: {
      summary: 'One class: an approved one to everyone, any other to its instructor and to admins.',
      refusals: ['class-not-found', 'class-called-off'],
      params: ById,
      response: { 200: MusicClass },
    },
    indexClasses: {
      summary: 'Which classes are approved, the newest first.',
      pagedBy: classCalls.browseClasses,
      response: { 200: z.array(ClassMention) },
    },
    listSimilarClasses: {
      summary:
        'Open classes of the group or the level of one that is approved, or once was: what to look at beside it, or instead of it.',
      refusals: ['class-not-found'],
      params: ById,
      response: { 200: SimilarClasses },
    },
    updateClass: {
      summary:
        'Changes the named fields of a class. With `version`, only if it has not changed since. `series`, `guestplaces`, `trialprice`, `billing`, `runsfrom` and `decideby` are the office’s to change; billing by the term or month needs class prices. An admin’s change of an approved class is accepted at once.',
      refusals: ['class-not-found', 'changed-meanwhile', 'room-too-small', 'instrument-not-found'],
      params: ById,
      body: ClassChange,
      response: { 200: Updated },
    },
    resubmitClass: {
      summary: 'Submits a class again that was denied, or that waits and that the school wrote beside.',
      refusals: ['class-not-found', 'not-denied'],
      ...ChangedClass,
    },
    deleteClass: {
      summary:
        'Takes a class off every list and cancels its lessons to come. Enrolments and payments stay; one with reserved places is called off instead.',
      refusals: ['class-not-found', 'class-reserved'],
      params: ById,
      response: { 200: Deleted },
    },
    callOff: {
      summary:
        'Calls a class off: its lessons to come are cancelled, its places end, and what was paid goes back as `refund` says; with `dry` it only says what would happen, which the office may ask, too. The same `key` again answers what was done.',
      refusals: ['class-not-found', 'already-called-off'],
      params: ById,
      querystring: DryQuery,
      body: z.strictObject({
        /** As families and visitors read it; a dry run needs none, and no key. */
        reason: z.optional(line(REASON_MAX)),
        refund: z.enum(CALL_OFF_REFUNDS),
        key: Id.min(1).optional(),
      }),
      response: { 200: CalledOff },
    },
    approveClass: {
      summary: 'Approves a pending class.',
      refusals: [
        'class-not-found',
        'already-decided',
        'changed-meanwhile',
        'class-without-teacher',
        'not-an-instructor',
        'joining-over',
      ],
      ...ChangedClass,
      body: optionalBody(Seen),
    },
    acceptClass: {
      summary: 'Accepts what has changed of a class since it was approved.',
      refusals: ['class-not-found', 'nothing-to-accept', 'changed-meanwhile'],
      ...ChangedClass,
      body: optionalBody(Seen),
    },
    denyClass: {
      summary: 'Denies a pending class, or takes an approved one off the public list.',
      refusals: ['class-not-found', 'already-decided', 'changed-meanwhile'],
      ...ChangedClass,
      body: optionalBody(Seen.extend(Feedback.shape)),
    },
    handOverClass: {
      summary: 'Gives a class to another instructor, with its lessons to come.',
      refusals: ['class-not-found', 'changed-meanwhile', 'not-an-instructor', 'teacher-taken'],
      ...ChangedClass,
      /** `was`: the `instructorid` that the caller read; compared where it is sent. */
      body: ByEmail.extend({ was: Id.nullable().optional() }),
    },
    giveFeedback: {
      summary: 'Tells the instructor of a class what to change.',
      refusals: ['class-not-found'],
      params: ById,
      body: Feedback,
      response: { 200: MusicClass },
    },
    /** The newest first. */
    listClassHistory: {
      summary: 'What happened to a class, the newest first.',
      refusals: ['class-not-found'],
      params: ById,
      response: { 200: z.array(Change) },
    },
  },
);
