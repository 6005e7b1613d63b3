import * as z from 'zod';
import {
  Flag,
  FoundTotal,
  Id,
  Moment,
  Money,
  OptionalInt,
  OptionalMoment,
  OptionalMoney,
  OptionalText,
  pageOf,
} from '#contract/primitives.schema.ts';
import { BILLINGS, CLASS_STATUSES, DECISIONS, LEFT_OUT, PRICE_UNITS } from './calls.ts';

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
    /**
     * Of a class that is billed by the term or month, the lessons that enrolling now is for, and from which day
     * to which they are; `name` of a term.
     */
    period: z
      .object({ lessons: z.int(), from: z.iso.date(), to: z.iso.date(), name: z.string().optional() })
      .optional(),
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
    /** Of a class whose price is a lesson's, by what it is billed; absent where its price is for all of it. */
    billing: z.codec(z.enum(BILLINGS).exclude(['once']).optional(), z.enum(BILLINGS).optional(), {
      decode: (billing) => billing ?? 'once',
      encode: (billing) => (billing === 'once' ? undefined : billing),
    }),
    instructorname: z.string(),
    instructoremail: z.string(),
    /** The instructor's account, as in `/instructors/{id}`; null once the instructor has left. */
    instructorid: Id.nullable(),
    availableseat: z.int(),
    enrolledstudents: z.int(),
    status: z.enum(CLASS_STATUSES),
    feedback: z.string().nullable(),
    /** Of the school's levels and groups, as in `GET /school`. */
    level: z.string(),
    group: z.string(),
    description: z.string(),
    /**
     * The youngest and the oldest age that may enrol, in years, both included; absent where there is no
     * limit.
     */
    agefrom: OptionalInt,
    ageto: OptionalInt,
    /** Classes of one series stand in for each other where a lesson is missed; absent of a class for itself. */
    series: OptionalText,
    /** How many guests a lesson may have beyond the places of those who are absent; absent where none. */
    guestplaces: z.codec(z.int().optional(), z.int().optional(), {
      decode: (places) => places ?? 0,
      encode: (places) => places || undefined,
    }),
    /** What a trial lesson costs; absent where none is offered. */
    trialprice: OptionalMoney,
    /** The instruments of the school that it is for; text with commas in the database. */
    instrumentids: z.codec(z.array(Id), z.string(), {
      decode: (ids) => ids.join(','),
      encode: (joined) => joined.split(',').filter(Boolean),
    }),
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
    /**
     * How many learners it needs to run, the last day on which they may join, and what was decided; absent of a
     * class that runs in any case.
     */
    runsfrom: OptionalInt,
    decideby: OptionalText,
    decided: z.codec(z.enum(DECISIONS).optional(), z.enum(DECISIONS).nullable().optional(), {
      decode: (decided) => decided ?? null,
      encode: (decided) => decided ?? undefined,
    }),
    /** How many have joined until then, reserved places among them; absent where that decides nothing. */
    joined: OptionalInt,
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
  billing: true,
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
  runsfrom: true,
  decideby: true,
  decided: true,
  joined: true,
  today: true,
}).meta({ id: 'ListedClass' });

export const ClassMention = MusicClass.pick({ _id: true, createdat: true }).meta({ id: 'ClassMention' });

/** Why a class that was on the public list is no longer offered. */
export const CallOffNotice = MusicClass.pick({ classname: true })
  .extend({ reason: z.string(), calledoffat: Moment })
  .meta({ id: 'CallOffNotice' });

/** What calling a class off does, or did. */
export const CalledOff = z
  .object({
    /** Lessons to come that are cancelled. */
    lessons: z.int(),
    places: z.int(),
    /** Those of the places, each of which gets one email for all of its own. */
    families: z.int(),
    /** Learners who wait for a place, or have one offered. */
    waiting: z.int(),
    /** What goes back to cards, what the school gives back by hand, and what was owed and is not any more. */
    sums: z.object({ card: Money, byhand: Money, struck: Money }),
    currency: z.string(),
    /** Of a dry run, the email to one of the families, in the caller’s language; null where there is none. */
    mail: z.object({ subject: z.string(), text: z.string() }).nullable().optional(),
  })
  .meta({ id: 'CalledOff' });

/** Open classes like one that is, or was, on the public list. */
export const SimilarClasses = MusicClass.pick({ group: true, level: true })
  .extend({
    items: z.array(ListedClass),
    /** Where the class was called off. */
    calledoff: CallOffNotice.optional(),
  })
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
  /** Whether it was made of wishes: from its approval on, its places are first for who wished for it. */
  ofwishes: Flag,
}).meta({ id: 'AdminClass' });

export const ClassPage = pageOf(AdminClass).extend({
  /** The number of rows, counted up to `COUNT_MAX` and one more. */
  total: z.int(),
});

/** Classes with free places that come nearest to a search without results. */
export const NearClasses = z.object({
  /** The filters that these classes do not meet; empty where there are no such classes. */
  without: z.array(z.enum(LEFT_OUT)),
  items: z.array(ListedClass),
  /** How many there are. */
  total: FoundTotal,
});
