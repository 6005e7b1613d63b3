import * as z from 'zod';
import {
  CLASS_GROUPS,
  CLASS_LEVELS,
  CLASS_SORTS,
  CLASS_STATUSES,
  CLASSNAME_MAX,
  classCalls,
  DESCRIPTION_MAX,
  FEEDBACK_MAX,
  PRICE_PATTERN,
  SEATS_MAX,
} from './classes.ts';
import { withSchemas } from './endpoint.ts';
import {
  ByEmail,
  ById,
  Deleted,
  Id,
  ImageUrl,
  Inserted,
  lenient,
  Moment,
  Money,
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
});

/** A price as the class form sends it, a text or a number; whole cents after. */
export const PriceInput = z
  .union([z.string(), z.number()], { error: 'Enter a price, such as 60 or 59.50.' })
  .transform((value) => String(value).trim())
  .pipe(
    z.string().regex(PRICE_PATTERN, 'Enter a price of 0 or more with at most two decimals, such as 59.50.'),
  )
  .transform((value) => Math.round(Number(value) * 100));

const SeatsInput = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,4}$/)
        .transform(Number),
    ],
    { error: `Enter a whole number from 0 to ${SEATS_MAX}.` },
  )
  .pipe(
    z
      .int()
      .min(0, `Enter a whole number from 0 to ${SEATS_MAX}.`)
      .max(SEATS_MAX, `Enter a whole number from 0 to ${SEATS_MAX}.`),
  );

/** What the class forms edit. Everything else a client sends with it is ignored. */
export const ClassForm = z.object({
  classname: requiredText(CLASSNAME_MAX, 'Enter a name for the class.'),
  image: ImageUrl,
  price: PriceInput,
  availableseat: SeatsInput,
  level: z.enum(CLASS_LEVELS).default('Beginner'),
  group: z.enum(CLASS_GROUPS).default('Adults'),
  description: text(DESCRIPTION_MAX).default(''),
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
  listClassesOfInstructor: { params: ByEmail, response: { 200: z.array(MusicClass) } },
  addClass: { body: ClassForm, response: { 200: Inserted } },
  readClass: { params: ById, response: { 200: MusicClass } },
  updateClass: { params: ById, body: ClassForm.partial(), response: { 200: Updated } },
  deleteClass: { params: ById, response: { 200: Deleted } },
  approveClass: ChangedClass,
  denyClass: ChangedClass,
  giveFeedback: {
    params: ById,
    body: z.object({ feedback: requiredText(FEEDBACK_MAX, 'Write a feedback first.') }),
    response: { 200: MusicClass },
  },
});
