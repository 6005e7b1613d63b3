import * as z from 'zod';
import { Change } from './changes.schema.ts';
import {
  CLASS_COLUMNS,
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASS_SENTENCES,
  CLASS_SORTS,
  CLASS_STATES,
  CLASS_STATUSES,
  CLASSNAME_MAX,
  classCalls,
  DESCRIPTION_MAX,
  FEEDBACK_MAX,
  PRICE_PATTERN,
  SEATS_MAX,
  SEATS_PATTERN,
} from './classes.ts';
import { withSchemas } from './endpoint.ts';
import { sortsBy } from './pages.ts';
import {
  ByEmail,
  ById,
  Deleted,
  Id,
  ImageUrl,
  Inserted,
  lenient,
  line,
  Moment,
  Money,
  optionalBody,
  PageAsk,
  pageOf,
  requiredText,
  SearchWords,
  text,
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

/** A price as the class form sends it, a text or a number; whole cents after. */
export const PriceInput = z
  .union([z.string(), z.number()], { error: CLASS_SENTENCES.price })
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(PRICE_PATTERN, CLASS_SENTENCES.price))
  .transform((value) => Math.round(Number(value) * 100));

const SeatsInput = z
  .union([z.int(), z.string().trim().regex(SEATS_PATTERN).transform(Number)], {
    error: CLASS_SENTENCES.availableseat,
  })
  .pipe(z.int().min(0, CLASS_SENTENCES.availableseat).max(SEATS_MAX, CLASS_SENTENCES.availableseat));

const fields = {
  classname: line(CLASSNAME_MAX).min(1, CLASS_SENTENCES.classname),
  image: ImageUrl,
  price: PriceInput,
  availableseat: SeatsInput,
  level: z.enum(CLASS_LEVELS),
  group: z.enum(CLASS_GROUPS),
  description: text(DESCRIPTION_MAX),
};

/** What the class forms edit. Everything else a client sends with it is ignored. */
export const ClassForm = z.object({
  ...fields,
  level: fields.level.default('Beginner'),
  group: fields.group.default('Adults'),
  description: fields.description.default(''),
});

/** Some of it: what is not named stays as it is, so no field may have a default here. */
export const ClassChange = z.object({ ...fields, version: z.int() }).partial();

/** The state of a class that somebody has seen; without it the call counts whatever was changed meanwhile. */
const Seen = z.object({ version: z.int() });

const Feedback = requiredText(FEEDBACK_MAX, 'Write a feedback first.');

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
  searchClasses: {
    querystring: PageAsk.extend({
      q: SearchWords,
      status: lenient(z.enum(CLASS_STATES)),
      sort: lenient(z.enum(sortsBy(CLASS_COLUMNS))),
    }),
    response: { 200: ClassPage },
  },
  listClassesOfInstructor: { params: ByEmail, response: { 200: z.array(MusicClass) } },
  addClass: { body: ClassForm, response: { 200: Inserted } },
  readClass: { params: ById, response: { 200: MusicClass } },
  updateClass: { params: ById, body: ClassChange, response: { 200: Updated } },
  resubmitClass: ChangedClass,
  deleteClass: { params: ById, response: { 200: Deleted } },
  approveClass: { ...ChangedClass, body: optionalBody(Seen) },
  acceptClass: { ...ChangedClass, body: optionalBody(Seen) },
  denyClass: { ...ChangedClass, body: optionalBody(Seen.extend({ feedback: Feedback })) },
  handOverClass: { ...ChangedClass, body: ByEmail },
  giveFeedback: {
    params: ById,
    body: z.object({ feedback: Feedback }),
    response: { 200: MusicClass },
  },
  /** The newest first. */
  listClassHistory: { params: ById, response: { 200: z.array(Change) } },
});
