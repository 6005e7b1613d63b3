import * as z from 'zod';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { CsvFile, CsvHeadings, HEADED, Id, Limit, Money } from '#contract/primitives.schema.ts';
import { Month } from '#contract/reconciliation/schema.ts';
import { TimetableLesson } from '#contract/timetable/schema.ts';
import { reportCalls, TODAY_LESSONS } from './calls.ts';

/** Pending classes, and the first of them in the order in which they came. */
const Waiting = z.object({ count: z.int(), classes: z.array(MusicClass) });

const TodayLesson = TimetableLesson.extend({
  /** Why it was moved or cancelled. */
  reason: z.string().nullable(),
  /** Whether a substitute teaches it. */
  substitute: z.boolean(),
  /**
   * Who comes, by name, each with the account of the family, and then guests; none where the lesson is cancelled.
   * In an answer in parts, of a lesson with more than 30 learners those alone who cannot come, and guests.
   */
  learners: z.array(
    z.object({
      learnername: z.string(),
      familyid: Id.nullable(),
      /** Whether notice was given that the learner cannot come. */
      absent: z.boolean(),
      /** For whom it is no lesson of their own: in place of a missed one, or as a `trial`. */
      guest: z.boolean(),
      trial: z.boolean(),
    }),
  ),
  /** How many come, guests among them; in answers in parts alone. */
  coming: z.int().optional(),
  /** How many guests it still takes; 0 where its class takes none, and once it has begun. */
  guestsfree: z.int(),
});

export const Today = z
  .object({
    /** The day that it is at the school. */
    day: z.iso.date(),
    /** Those of every class on this day, cancelled ones too, by when they begin. */
    lessons: z.array(TodayLesson),
    /** Whether there are more lessons than are named, after them. */
    more: z.boolean(),
    /** Whether there are lessons before those that are named; in answers in parts alone. */
    earlier: z.boolean().optional(),
    /** All lessons of the day; in answers in parts alone. */
    sums: z
      .object({
        /** Those that are over, cancelled ones too; that are at work; and all others. */
        over: z.int(),
        now: z.int(),
        later: z.int(),
        /** How many learners cannot come to them, and how many of them take guests. */
        notices: z.int(),
        taking: z.int(),
      })
      .optional(),
    /** Lessons that are over and in which no one was marked, the latest first, while teachers can do it. */
    registers: z.object({
      lessons: z.array(TimetableLesson),
      /** Whether there are more than are named. */
      more: z.boolean(),
    }),
    /** Approved classes with free places, those with the fewest and those with the most. */
    free: z.object({ fewest: z.array(MusicClass), most: z.array(MusicClass) }),
    /** What families owe the school, as `GET /families/owing` lists it: how many sums, and what they come to in each currency. */
    owing: z.object({
      count: z.int(),
      sums: z.array(z.object({ currency: z.string(), amount: Money })),
    }),
    /** Mails of the last week that could not be sent and can be sent again. */
    failedmails: z.int(),
    /** What waits for a decision; for admins alone. */
    decisions: z
      .object({
        waiting: Waiting,
        /** Approved classes that were changed since. */
        changed: z.int(),
        /** Questions without an answer. */
        questions: z.int(),
        /** Payments that need an admin. */
        attention: z.int(),
      })
      .optional(),
  })
  .meta({ id: 'Today' });

export const Overview = z
  .object({
    waiting: Waiting,
    /** Approved classes that were changed since. */
    changed: z.int(),
    /** Of the approved classes; `held` is being paid for right now. */
    seats: z.object({ sold: z.int(), held: z.int(), free: z.int() }),
    users: z.object({ admin: z.int(), office: z.int(), instructor: z.int(), student: z.int() }),
    /** Payments that need an admin. */
    attention: z.int(),
    /** Mails of the last week that could not be sent and can be sent again. */
    failedmails: z.int(),
    /** The latest weeks at the school, Monday to Sunday, the oldest first and this week last. */
    weeks: z.array(
      z.object({
        /** The Monday. */
        start: z.iso.date(),
        /** Seats paid for less seats given up; below zero when more were given up. */
        seats: z.int(),
        /** Money received; a refund that the bank refused counts as received. */
        charged: Money,
        refunded: Money,
      }),
    ),
  })
  .meta({ id: 'Overview' });

/** How cells and decimals are divided. */
const BY_COUNTRY =
  'Cells and decimals are divided as spreadsheets of the school’s country read them (`;` and `,` in most of Europe); with `headings=names` by commas and points.';

const ofMonth = CsvHeadings.extend({ month: Month.optional() });

export const reportEndpoints = withSchemas(reportCalls, {
  readToday: {
    summary:
      'What the office sees first: the lessons of today with who comes, who cannot and how many guests each still takes, registers that were not taken, free places, what is owed and what failed; to admins also what waits for their decision.',
    querystring: z.object({
      /**
       * How many lessons at most: the answer is one in parts. Where no other lesson is named they begin with the
       * first that is not over, or are the last of the day.
       */
      limit: Limit(TODAY_LESSONS),
      /** The lesson after which they begin: the last that is known. */
      after: Id.optional(),
      /** The lesson before which they end: the first that is known. */
      before: Id.optional(),
    }),
    response: { 200: Today },
  },
  readOverview: {
    summary: 'The figures of the school: what waits, seats, people and the latest weeks.',
    response: { 200: Overview },
  },
  exportUsers: {
    summary: `Every user, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
  exportClasses: {
    summary: `Every class, as a file of comma-separated values. ${HEADED}`,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
  exportPayments: {
    summary: `Every movement of money, or those of a month at the school, as a file of comma-separated values. ${HEADED}`,
    querystring: ofMonth,
    response: { 200: CsvFile },
  },
  exportMovements: {
    summary: `Every movement of money, or those of a month at the school, for an accountant: what went back is negative, and tax stands on charges and invoices alone. ${BY_COUNTRY} ${HEADED}`,
    querystring: ofMonth,
    response: { 200: CsvFile },
  },
  exportCharges: {
    summary: `Every charge, reversals too, or those of a month at the school, for an accountant, with the invoice that it is on. ${BY_COUNTRY} ${HEADED}`,
    querystring: ofMonth,
    response: { 200: CsvFile },
  },
  exportDebtors: {
    summary: `What families have not paid in time, for an accountant: a row for each overdue invoice and owed place, with what is open of it and since which day. ${BY_COUNTRY} ${HEADED}`,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
  exportInvoices: {
    summary: `Every invoice and credit note, void ones too, or those of a month at the school, for an accountant: a row an invoice and tax rate. ${BY_COUNTRY} ${HEADED}`,
    querystring: ofMonth,
    response: { 200: CsvFile },
  },
});
