import * as z from 'zod';
import { Change } from '#contract/changes/schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { KnownEmail } from '#contract/fields.form.ts';
import { sortsBy } from '#contract/pages.ts';
import {
  ByEmail,
  ById,
  Deleted,
  FoundTotal,
  Id,
  Inserted,
  lenient,
  Moment,
  Money,
  OptionalInt,
  OptionalMoment,
  OptionalText,
  optionalBody,
  PageQuery,
  Place,
  pageOf,
  SearchWords,
  Updated,
} from '#contract/primitives.schema.ts';
import {
  CLASS_COLUMNS,
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASS_SORTS,
  CLASS_STATES,
  CLASS_STATUSES,
  classCalls,
  DAY_PARTS,
  HOURS,
  LEFT_OUT,
  PRICE_UNITS,
  WEEKDAY_NUMBERS,
} from './calls.ts';
import { CLASS_FIELDS, feedbackDraft } from './form.ts';

/** When a class meets, every week or every other one. */
const Meets = z
  .object({
    plans: z.array(
      z.object({
        /** 1 is Monday, 7 Sunday (ISO 8601). */
        weekday: z.int(),
        /** On the school's clocks, `16:00`. */
        starttime: z.string(),
        minutes: z.int(),
        everyweeks: z.union([z.literal(1), z.literal(2)]),
      }),
    ),
    /** Days of the first and the last lesson. */
    firstday: z.iso.date(),
    lastday: z.iso.date(),
    /** The number of lessons, past ones included and cancelled ones not. */
    lessons: z.int(),
  })
  .meta({ id: 'Meets' });

/** The next lesson of a class, on the school's day. */
export const NextLesson = z
  .object({ day: z.iso.date(), startsat: Moment, endsat: Moment, room: z.string().nullable() })
  .meta({ id: 'NextLesson' });

/** Fields that depend on the moment at which a class is read. */
const Today = z
  .object({
    /** What enrolling costs, the one sum that is shown and booked; absent where the class is over. */
    price: Money.optional(),
    /** How many lessons are left, and of how many; absent where it has none. */
    lessons: z.object({ left: z.int(), of: z.int() }).optional(),
    next: NextLesson.optional(),
  })
  .meta({ id: 'ClassToday' });

export const MusicClass = z
  .object({
    _id: Id,
    classname: z.string(),
    image: z.string(),
    price: Money,
    /** What the price is for, and when and how it is due to the school; absent where not entered. */
    priceunit: z.codec(z.enum(PRICE_UNITS).optional(), z.enum(PRICE_UNITS).nullable().optional(), {
      decode: (unit) => unit ?? null,
      encode: (unit) => unit ?? undefined,
    }),
    duetext: OptionalText,
    instructorname: z.string(),
    instructoremail: z.string(),
    /** The instructor's account, as in `/instructors/{id}`; null once the instructor has left. */
    instructorid: Id.nullable(),
    availableseat: z.int(),
    enrolledstudents: z.int(),
    status: z.enum(CLASS_STATUSES),
    feedback: z.string().nullable(),
    level: z.enum(CLASS_LEVELS),
    group: z.enum(CLASS_GROUPS),
    description: z.string(),
    /**
     * The youngest and the oldest age that may enrol, in years, both included; absent where there is no
     * limit.
     */
    agefrom: OptionalInt,
    ageto: OptionalInt,
    /** Null where not entered; JSON in the database. */
    meets: z
      .codec(Meets, z.string(), {
        decode: (meets) => JSON.stringify(meets),
        encode: (json) => JSON.parse(json) as z.output<typeof Meets>,
      })
      .nullable(),
    /**
     * When it opens to all; until then it is kept for the learners of the term before. Absent once it is
     * open.
     */
    opensat: OptionalMoment,
    /** Absent in lists of any length. */
    today: Today.optional(),
    createdat: Moment,
    /**
     * Rises with every change; send it back with an update or a decision, so that nothing newer is
     * overwritten unseen.
     */
    version: z.int(),
  })
  .meta({ id: 'MusicClass' });

/** A class as the public list shows it. */
export const ListedClass = MusicClass.pick({
  _id: true,
  classname: true,
  image: true,
  price: true,
  priceunit: true,
  duetext: true,
  instructorname: true,
  instructorid: true,
  availableseat: true,
  enrolledstudents: true,
  level: true,
  group: true,
  description: true,
  agefrom: true,
  ageto: true,
  meets: true,
  opensat: true,
  today: true,
}).meta({ id: 'ListedClass' });

export const ClassMention = MusicClass.pick({ _id: true, createdat: true }).meta({ id: 'ClassMention' });

/** Open classes like one that is, or was, on the public list. */
export const SimilarClasses = MusicClass.pick({ group: true, level: true })
  .extend({ items: z.array(ListedClass) })
  .meta({ id: 'SimilarClasses' });

export const Teaching = z
  .object({
    classes: z.int(),
    pending: z.int(),
    /** Of the approved ones. */
    enrolledstudents: z.int(),
    availableseat: z.int(),
    /** The newest classes, one page of them. */
    denied: z.array(MusicClass.pick({ _id: true, classname: true, feedback: true })),
  })
  .meta({ id: 'Teaching' });

/** The class as an admin approved it; `seats` counts those sold, too. */
const ApprovedClass = MusicClass.pick({
  classname: true,
  image: true,
  price: true,
  priceunit: true,
  duetext: true,
  level: true,
  group: true,
  description: true,
  agefrom: true,
  ageto: true,
}).extend({ capacity: z.int() });

export const AdminClass = MusicClass.extend({
  capacity: z.int(),
  /** Null unless the class is approved; JSON in the database. */
  approvedas: z
    .codec(ApprovedClass, z.string(), {
      decode: (approved) => JSON.stringify(approved),
      encode: (json) => JSON.parse(json) as z.output<typeof ApprovedClass>,
    })
    .nullable(),
  /** When it was first changed after its approval. */
  changedat: Moment.nullable(),
}).meta({ id: 'AdminClass' });

/** The fields of a new class. Whatever else a client sends is ignored. */
export const NewClass = z.object({
  ...CLASS_FIELDS,
  level: z._default(CLASS_FIELDS.level, 'Beginner'),
  group: z._default(CLASS_FIELDS.group, 'Adults'),
  description: z._default(CLASS_FIELDS.description, ''),
});

/**
 * The same with who teaches it, as an admin says. Instructors add their own classes: what they send there is
 * ignored, whatever it is.
 */
const AddedClass = NewClass.extend({ instructoremail: lenient(KnownEmail) });

/** A partial change: fields that are absent stay as they are, so none may have a default here. */
export const ClassChange = z.object({ ...CLASS_FIELDS, version: z.int() }).partial();

/** The state of a class that the caller has read; without it, changes made meanwhile are not compared. */
const Seen = z.object({ version: z.int() });

const Feedback = feedbackDraft('classes.write_feedback');

export const ClassPage = pageOf(AdminClass).extend({
  /** The number of rows, counted up to `COUNT_MAX` and one more. */
  total: z.int(),
});

/**
 * Filters and order of the list of classes. They come from an address that visitors can edit, so values that
 * make no sense are ignored.
 */
export const ClassFilter = z.object({
  q: SearchWords,
  level: lenient(z.enum(CLASS_LEVELS)),
  group: lenient(z.enum(CLASS_GROUPS)),
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

/** Classes with free places that come nearest to a search without results. */
export const NearClasses = z.object({
  /** The filters that these classes do not meet; empty where there are no such classes. */
  without: z.array(z.enum(LEFT_OUT)),
  items: z.array(ListedClass),
  /** How many there are. */
  total: FoundTotal,
});

const ChangedClass = { params: ById, response: { 200: MusicClass } };

export const classEndpoints = withSchemas(classCalls, {
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
      sort: lenient(z.enum(sortsBy(CLASS_COLUMNS))),
    }),
    response: { 200: ClassPage },
  },
  listClassesOfInstructor: {
    summary: 'Every class of one instructor.',
    pagedBy: classCalls.browseClassesOfInstructor,
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
    refusals: ['not-an-instructor'],
    body: AddedClass,
    response: { 200: Inserted },
  },
  readClass: {
    summary: 'One class: an approved one to everyone, any other to its instructor and to admins.',
    refusals: ['class-not-found'],
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
      'Changes the named fields of a class. With `version`, only if it has not changed since. An admin’s change of an approved class is accepted at once.',
    refusals: ['class-not-found', 'changed-meanwhile', 'room-too-small'],
    params: ById,
    body: ClassChange,
    response: { 200: Updated },
  },
  resubmitClass: {
    summary: 'Submits a denied class again.',
    refusals: ['class-not-found', 'not-denied'],
    ...ChangedClass,
  },
  deleteClass: {
    summary: 'Takes a class off every list and cancels its lessons to come. Enrolments and payments stay.',
    refusals: ['class-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
  approveClass: {
    summary: 'Approves a pending class.',
    refusals: [
      'class-not-found',
      'already-decided',
      'changed-meanwhile',
      'class-without-teacher',
      'not-an-instructor',
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
});
