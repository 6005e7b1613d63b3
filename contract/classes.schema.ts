import * as z from 'zod';
import { Change } from './changes.schema.ts';
import { ClassDraft, feedbackDraft } from './classes.form.ts';
import {
  CLASS_COLUMNS,
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASS_SORTS,
  CLASS_STATES,
  CLASS_STATUSES,
  classCalls,
} from './classes.ts';
import { withSchemas } from './endpoint.ts';
import { sortsBy } from './pages.ts';
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
  optionalBody,
  PageQuery,
  Place,
  pageOf,
  SearchWords,
  Updated,
} from './primitives.schema.ts';

export const MusicClass = z.object({
  _id: Id,
  classname: z.string(),
  image: z.string(),
  price: Money,
  instructorname: z.string(),
  instructoremail: z.string(),
  availableseat: z.int(),
  enrolledstudents: z.int(),
  status: z.enum(CLASS_STATUSES),
  feedback: z.string().nullable(),
  level: z.enum(CLASS_LEVELS),
  group: z.enum(CLASS_GROUPS),
  description: z.string(),
  createdat: Moment,
  /** Rises with every change; send it back with an update or a decision, so that nothing newer is overwritten unseen. */
  version: z.int(),
});

/** A class as the public list shows it. */
export const ListedClass = MusicClass.pick({
  _id: true,
  classname: true,
  image: true,
  price: true,
  instructorname: true,
  availableseat: true,
  enrolledstudents: true,
  level: true,
  group: true,
  description: true,
});

export const Teaching = z.object({
  classes: z.int(),
  pending: z.int(),
  /** Of the approved ones. */
  enrolledstudents: z.int(),
  availableseat: z.int(),
  /** The newest, as many as fit on a page. */
  denied: z.array(MusicClass.pick({ _id: true, classname: true, feedback: true })),
});

/** What an admin approved; the seats in all, sold or not. */
const ApprovedClass = MusicClass.pick({
  classname: true,
  image: true,
  price: true,
  level: true,
  group: true,
  description: true,
}).extend({ capacity: z.int() });

export const AdminClass = MusicClass.extend({
  capacity: z.int(),
  /** Null unless the class is approved; JSON behind the wire. */
  approvedas: z
    .codec(ApprovedClass, z.string(), {
      decode: (approved) => JSON.stringify(approved),
      encode: (json) => JSON.parse(json) as z.output<typeof ApprovedClass>,
    })
    .nullable(),
  /** Since when it differs from what was approved. */
  changedat: Moment.nullable(),
});

/** What a new class needs to be given. Everything else a client sends with it is ignored. */
export const NewClass = z.object({
  ...ClassDraft.shape,
  level: z._default(ClassDraft.shape.level, 'Beginner'),
  group: z._default(ClassDraft.shape.group, 'Adults'),
  description: z._default(ClassDraft.shape.description, ''),
});

/** Some of it: what is not named stays as it is, so no field may have a default here. */
export const ClassChange = z.object({ ...ClassDraft.shape, version: z.int() }).partial();

/** The state of a class that somebody has seen; without it the call counts whatever was changed meanwhile. */
const Seen = z.object({ version: z.int() });

const Feedback = feedbackDraft('Write a feedback first.');

export const ClassPage = pageOf(AdminClass).extend({
  /** How many there are, counted up to `COUNT_MAX` and one more. */
  total: z.int(),
});

/** Narrows and orders the list of classes. It comes from an address that anybody may write: what makes no sense is left out. */
export const ClassFilter = z.object({
  q: SearchWords,
  level: lenient(z.enum(CLASS_LEVELS)),
  group: lenient(z.enum(CLASS_GROUPS)),
  /** Only classes with free seats. */
  open: lenient(z.literal('1')),
  sort: lenient(z.enum(CLASS_SORTS)),
});

const ChangedClass = { params: ById, response: { 200: MusicClass } };

export const classEndpoints = withSchemas(classCalls, {
  listPopularClasses: { response: { 200: z.array(MusicClass) } },
  listClasses: { querystring: ClassFilter, response: { 200: z.array(MusicClass) } },
  browseClasses: {
    querystring: ClassFilter.extend(Place.shape),
    response: { 200: pageOf(ListedClass).extend({ total: FoundTotal }) },
  },
  searchClasses: {
    querystring: PageQuery.extend({
      q: SearchWords,
      status: lenient(z.enum(CLASS_STATES)),
      sort: lenient(z.enum(sortsBy(CLASS_COLUMNS))),
    }),
    response: { 200: ClassPage },
  },
  listClassesOfInstructor: { params: ByEmail, response: { 200: z.array(MusicClass) } },
  browseClassesOfInstructor: {
    params: ByEmail,
    querystring: Place,
    response: { 200: pageOf(MusicClass) },
  },
  readTeaching: { params: ByEmail, response: { 200: Teaching } },
  addClass: { body: NewClass, response: { 200: Inserted } },
  readClass: { params: ById, response: { 200: MusicClass } },
  updateClass: { params: ById, body: ClassChange, response: { 200: Updated } },
  resubmitClass: ChangedClass,
  deleteClass: { params: ById, response: { 200: Deleted } },
  approveClass: { ...ChangedClass, body: optionalBody(Seen) },
  acceptClass: { ...ChangedClass, body: optionalBody(Seen) },
  denyClass: { ...ChangedClass, body: optionalBody(Seen.extend(Feedback.shape)) },
  handOverClass: { ...ChangedClass, body: ByEmail },
  giveFeedback: {
    params: ById,
    body: Feedback,
    response: { 200: MusicClass },
  },
  /** The newest first. */
  listClassHistory: { params: ById, response: { 200: z.array(Change) } },
});
